package io.pfs.pool;

import java.nio.ByteBuffer;

/** A file while its one writer appends to it. */
public interface AppendFile extends AutoCloseable {
    String name();

    /** Appends all remaining bytes. Durable only once a {@link Durable} covers them. */
    Appended append(ByteBuffer bytes);

    /** Returns once what was appended survives the end of this process, and can be read by others who open the file. */
    void flush();

    /** Makes everything appended so far durable, and the file's name with it. */
    Durable force();

    /** Forces the file and ends it: nothing can be appended any more. */
    Durable seal();

    /** Lets go of the file without forcing it. Fails for nobody: what was neither flushed nor forced was not promised. */
    @Override
    void close();
}
