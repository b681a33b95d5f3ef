package io.pfs.hadoop.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.hadoop.fs.PfsFileSystem;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FsShell;

/** Hadoop's shell of files, in this process, on one file system. */
public final class Shell {
    private final Configuration conf = new Configuration(false);

    public Shell(URI fileSystem) {
        conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, fileSystem.toString());
        conf.set("fs.pfs.impl", PfsFileSystem.class.getName());
    }

    /** The same with something set. */
    public Shell with(String key, String value) {
        conf.set(key, value);
        return this;
    }

    /** All that a command says, which must end so. */
    public String told(int code, String... command) throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream said = new PrintStream(bytes, true, UTF_8);
        System.setOut(said);
        System.setErr(said);
        try {
            assertEquals(code, new FsShell(conf).run(command), () -> bytes.toString(UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return bytes.toString(UTF_8);
    }
}
