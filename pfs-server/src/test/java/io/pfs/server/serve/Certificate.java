package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A certificate that signs itself, and its key, as files in PEM; made by the JDK's keytool. */
record Certificate(Path certificate, Path key) {
    private static final String PASSWORD = "changeit";

    /** @param names of the host, as keytool takes them: {@code DNS:localhost,IP:127.0.0.1} */
    static Certificate make(Path folder, String fileName, String names) {
        Path store = folder.resolve(fileName + ".p12");
        try {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "pfs",
                            "-keyalg",
                            "EC",
                            "-groupname",
                            "secp256r1",
                            "-dname",
                            "CN=" + fileName,
                            "-ext",
                            "SAN=" + names,
                            "-validity",
                            "2",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            store.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, keytool.waitFor(), said);
            return ofStore(store, folder, fileName);
        } catch (IOException | InterruptedException | GeneralSecurityException e) {
            throw new AssertionError("no certificate", e);
        }
    }

    private static Certificate ofStore(Path store, Path folder, String fileName)
            throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        byte[] certificate = keys.getCertificate("pfs").getEncoded();
        byte[] key = keys.getKey("pfs", PASSWORD.toCharArray()).getEncoded();
        return new Certificate(
                Files.writeString(folder.resolve(fileName + "-cert.pem"), pem("CERTIFICATE", certificate)),
                Files.writeString(folder.resolve(fileName + "-key.pem"), pem("PRIVATE KEY", key)));
    }

    private static String pem(String what, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }
}
