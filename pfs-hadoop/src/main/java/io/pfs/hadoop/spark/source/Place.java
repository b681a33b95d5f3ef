package io.pfs.hadoop.spark.source;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.hadoop.fs.PfsFileSystem;
import io.pfs.hadoop.rows.Tables;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Where a table is, and what is set for the way there: it goes along to where tasks run.
 *
 * @param uri of its directory, whole: where tasks run, another file system may be the default
 * @param settings of PFS, and the mask of who makes files
 */
record Place(String uri, Map<String, String> settings) implements Serializable {
    private static final String PATH = "path";
    private static final String SEVERAL_PATHS = "paths";
    private static final String PREFIX = "fs.pfs.";

    /**
     * As a user says it; what he sets for this table counts more than what is set for all in the context of Spark. Neither changes
     * a file system that Hadoop has in this JVM already.
     */
    static Place of(Map<String, String> options) {
        CaseInsensitiveStringMap byName = new CaseInsensitiveStringMap(options);
        String path = byName.get(PATH);
        if (path == null || path.isBlank()) {
            String said = byName.containsKey(SEVERAL_PATHS) ? ", not " + byName.get(SEVERAL_PATHS) : "";
            throw new IllegalArgumentException("format 'pfs' wants the path of one table, as in"
                    + " spark.read.format(\"pfs\").load(\"pfs://HOST:PORT/photos\"), or in SQL LOCATION"
                    + " 'pfs://HOST:PORT/photos'" + said);
        }
        Configuration conf = new Configuration(SparkContext.getOrCreate().hadoopConfiguration());
        options.forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                conf.set(key, value);
            }
        });
        Map<String, String> settings = new TreeMap<>();
        conf.getPropsWithPrefix(PREFIX).forEach((key, value) -> settings.put(PREFIX + key, value));
        String mask = conf.get(FsPermission.UMASK_LABEL);
        if (mask != null) {
            settings.put(FsPermission.UMASK_LABEL, mask);
        }
        requirePfs(conf);
        return asked(() -> new Place(Tables.whole(new Path(path), conf).toString(), settings));
    }

    /** Hadoop may have looked for file systems before the jar was there. */
    private static void requirePfs(Configuration conf) {
        conf.setIfUnset("fs.pfs.impl", PfsFileSystem.class.getName());
    }

    Path path() {
        return new Path(uri);
    }

    /** From the root on. */
    String text() {
        return Tables.text(path());
    }

    Configuration conf() {
        Configuration conf = new Configuration();
        settings.forEach(conf::set);
        requirePfs(conf);
        return conf;
    }

    /** What permissions a file has that is made here. */
    int fileMode() {
        return masked(FsPermission.getFileDefault());
    }

    /** How a table is made here, and what is missing above it. */
    TableOptions born() {
        return TableOptions.DEFAULT.withMode(masked(FsPermission.getDirDefault()));
    }

    private int masked(FsPermission permission) {
        return permission.applyUMask(FsPermission.getUMask(conf())).toShort();
    }

    Table open() throws IOException {
        return Tables.open(path(), conf());
    }

    Pfs client() throws IOException {
        return Tables.client(path(), conf());
    }

    /** Something that is asked where Spark takes no checked exceptions. */
    interface Asked<T> {
        T get() throws IOException;
    }

    static <T> T asked(Asked<T> call) {
        try {
            return call.get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
