package io.pfs.net.netty;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.ByteArrayInputStream;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Whether what is sent is encrypted, and how each side knows the other. */
public final class Tls {
    /** Nothing is encrypted. */
    public static final Tls NONE = new Tls(Optional.empty(), Optional.empty());

    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    private final Optional<SslContext> client;
    private final Optional<SslContext> server;

    Tls(Optional<SslContext> client, Optional<SslContext> server) {
        this.client = client;
        this.server = server;
    }

    /** For a client that trusts who shows a certificate of these, in PEM. */
    public static Tls trusting(byte[] certificates) {
        try {
            SslContext context = SslContextBuilder.forClient()
                    .trustManager(new ByteArrayInputStream(certificates))
                    .protocols(VERSIONS)
                    .endpointIdentificationAlgorithm("HTTPS")
                    .build();
            return new Tls(Optional.of(context), Optional.empty());
        } catch (SSLException | IllegalArgumentException e) {
            throw new PfsException(
                    ErrorCode.USAGE, "the certificates to trust can't be used: " + Words.of(e.getCause()), e);
        }
    }

    /** For a server that shows this certificate, in PEM, with those above it, and has its key. */
    public static Tls showing(byte[] certificates, byte[] key) {
        try {
            SslContext context = SslContextBuilder.forServer(
                            new ByteArrayInputStream(certificates), new ByteArrayInputStream(key))
                    .protocols(VERSIONS)
                    .build();
            return new Tls(Optional.empty(), Optional.of(context));
        } catch (SSLException | IllegalArgumentException e) {
            throw new PfsException(
                    ErrorCode.USAGE, "the server's certificate and key can't be used: " + Words.of(e.getCause()), e);
        }
    }

    Optional<SslContext> ofClient() {
        return client;
    }

    Optional<SslContext> ofServer() {
        return server;
    }
}
