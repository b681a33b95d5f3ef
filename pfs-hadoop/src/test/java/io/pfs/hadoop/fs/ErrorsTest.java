package io.pfs.hadoop.fs;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.FileNotFoundException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.util.Map;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.PathIsDirectoryException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ErrorsTest {
    private static final String PATH = "/some/path";

    /** What is not here is said in general words, naming the code. */
    private static final Map<ErrorCode, Class<? extends Exception>> OWN = Map.ofEntries(
            entry(ErrorCode.NAME_INVALID, InvalidPathException.class),
            entry(ErrorCode.NOT_SUPPORTED, UnsupportedOperationException.class),
            entry(ErrorCode.NOT_FOUND, FileNotFoundException.class),
            entry(ErrorCode.ALREADY_EXISTS, FileAlreadyExistsException.class),
            entry(ErrorCode.NOT_A_DIRECTORY, ParentNotDirectoryException.class),
            entry(ErrorCode.IS_A_DIRECTORY, PathIsDirectoryException.class),
            entry(ErrorCode.NOT_EMPTY, PathIsNotEmptyDirectoryException.class),
            entry(ErrorCode.PERMISSION_DENIED, AccessControlException.class),
            entry(ErrorCode.NOT_AUTHENTICATED, AccessControlException.class),
            entry(ErrorCode.UNREACHABLE, ConnectException.class),
            entry(ErrorCode.NO_SPACE, ClusterStorageCapacityExceededException.class));

    private static PfsException refusal(ErrorCode code) {
        return new PfsException(code, "it is so");
    }

    private static Exception thrown(PfsException refusal) {
        return assertThrows(
                Exception.class,
                () -> Errors.asked(PATH, () -> {
                    throw refusal;
                }));
    }

    @ParameterizedTest
    @EnumSource
    void eachCodeHasAnExceptionThatNamesThePath(ErrorCode code) {
        PfsException refusal = refusal(code);
        Exception thrown = thrown(refusal);
        assertEquals(OWN.getOrDefault(code, PathIOException.class), thrown.getClass());
        assertSame(refusal, thrown.getCause());
        assertTrue(thrown.getMessage().contains(PATH), thrown.getMessage());
        if (!OWN.containsKey(code)) {
            assertTrue(thrown.getMessage().contains(code + " (" + code.number() + "): it is so"), thrown.getMessage());
        }
    }

    @Test
    void whatCanBeDoneIsSaid() {
        assertTrue(thrown(refusal(ErrorCode.NOT_AUTHENTICATED)).getMessage().contains("fs.pfs.auth.token-file"));
        assertTrue(thrown(refusal(ErrorCode.BUSY)).getMessage().contains("fs.pfs.request.timeout"));
    }

    @Test
    void whoWasInterruptedIsToldSo() {
        PfsException refusal = new PfsException(ErrorCode.UNKNOWN_OUTCOME, "interrupted", new InterruptedException());
        assertEquals(InterruptedIOException.class, thrown(refusal).getClass());
    }

    @Test
    void whoReadsFindsNothingWhereNoFileIs() {
        for (ErrorCode code : new ErrorCode[] {ErrorCode.IS_A_DIRECTORY, ErrorCode.NOT_A_DIRECTORY}) {
            assertThrows(
                    FileNotFoundException.class,
                    () -> Errors.read(PATH, () -> {
                        throw refusal(code);
                    }));
        }
        assertThrows(
                AccessControlException.class,
                () -> Errors.read(PATH, () -> {
                    throw refusal(ErrorCode.PERMISSION_DENIED);
                }));
    }

    @Test
    void whatGoesWellIsGivenBack() throws Exception {
        assertEquals(7, Errors.asked(PATH, () -> 7));
        Errors.about(PATH, () -> {});
    }
}
