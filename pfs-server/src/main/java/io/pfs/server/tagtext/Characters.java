package io.pfs.server.tagtext;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The characters of a file, one by one, and which line they are in. */
final class Characters implements AutoCloseable {
    static final int END = -1;
    static final int LINE_CHARS_MAX = 1 << 16;
    private static final int BYTE_ORDER_MARK = 0xfeff;

    private final Path file;
    private final SeekableByteChannel channel;
    private final Reader reader;
    private int ahead;
    private long line = 1;
    private long rowLine = 1;
    private int charsOfRow;

    Characters(Path file) throws IOException {
        this.file = file;
        this.channel = Files.newByteChannel(file);
        this.reader = new BufferedReader(new InputStreamReader(
                Channels.newInputStream(channel),
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)));
        this.ahead = read();
        if (ahead == BYTE_ORDER_MARK) {
            ahead = read();
        }
    }

    /** What comes next, without taking it. */
    int peek() {
        return ahead;
    }

    int take() {
        int taken = ahead;
        if (taken == END) {
            return END;
        }
        if (++charsOfRow > LINE_CHARS_MAX) {
            throw refuse(new PfsException(
                    ErrorCode.TOO_LARGE,
                    "what is said about a row has at most " + LINE_CHARS_MAX + " characters, but here are more"));
        }
        line += taken == '\n' ? 1 : 0;
        ahead = read();
        return taken;
    }

    /** From here on it is about another row. */
    void beginRow() {
        rowLine = line;
        charsOfRow = 0;
    }

    /** All up to the end of the line, which is taken, too. */
    String takeLine() {
        StringBuilder text = new StringBuilder();
        int c = take();
        while (c != '\n' && c != END) {
            text.append((char) c);
            c = take();
        }
        return text.toString();
    }

    private int read() {
        try {
            return reader.read();
        } catch (CharacterCodingException e) {
            throw refuse(new PfsException(ErrorCode.USAGE, "here or soon behind it is not UTF-8", e));
        } catch (IOException e) {
            throw refuse(new PfsException(ErrorCode.IO_FAILED, "the file can't be read: " + e, e));
        }
    }

    /** The refusal of a row, with the line in which it begins, for the caller to throw. */
    PfsException refuse(PfsException what) {
        return new PfsException(what.code(), file + ", line " + rowLine + ": " + what.detail(), what);
    }

    long bytesRead() {
        try {
            return channel.position();
        } catch (IOException e) {
            throw refuse(new PfsException(ErrorCode.IO_FAILED, "the file can't be read: " + e, e));
        }
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw refuse(new PfsException(ErrorCode.IO_FAILED, "the file can't be closed: " + e, e));
        }
    }
}
