package io.pfs.server.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeytabsTest {
    @TempDir
    private Path folder;

    private Path file(String mode) {
        try {
            Path file = folder.resolve("pfs.keytab");
            Files.deleteIfExists(file);
            return Files.setPosixFilePermissions(Files.createFile(file), PosixFilePermissions.fromString(mode));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void requireRefused(Path file, String why) {
        PfsException refusal = assertThrows(PfsException.class, () -> Keytabs.requireSecret(file));
        assertEquals(ErrorCode.USAGE, refusal.code());
        assertTrue(refusal.getMessage().contains("keytab " + file + " (--hdfs-keytab) " + why), refusal.getMessage());
    }

    @Test
    void whatOnlyOwnerAndGroupReadIsTaken() {
        for (String mode : new String[] {"r--------", "rw-------", "r--r-----", "rw-r-----"}) {
            Keytabs.requireSecret(file(mode));
        }
    }

    @Test
    void whatOthersReadOrChangeIsRefused() {
        for (String mode : new String[] {"r--r--r--", "rw-rw----", "r-----r--", "rw-----w-"}) {
            requireRefused(file(mode), "can be read by others");
        }
    }

    @Test
    void whatIsNoFileIsRefused() {
        requireRefused(folder.resolve("missing"), "does not exist");
        requireRefused(folder, "is no plain file");
    }
}
