package io.pfs.hadoop.fs;

import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;

/** What a file system counts, by the names that Hadoop has for it, or by names like them where it has none. */
enum Counted {
    // what is asked for
    OPEN(StoreStatisticNames.OP_OPEN),
    OPEN_FILE(StoreStatisticNames.OP_OPENFILE),
    STATUS(StoreStatisticNames.OP_GET_FILE_STATUS),
    LIST_STATUS(StoreStatisticNames.OP_LIST_STATUS),
    LIST_LOCATED_STATUS(StoreStatisticNames.OP_LIST_LOCATED_STATUS),
    LIST_FILES(StoreStatisticNames.OP_LIST_FILES),
    CONTENT_SUMMARY(StoreStatisticNames.OP_GET_CONTENT_SUMMARY),
    CHECKSUM(StoreStatisticNames.OP_GET_FILE_CHECKSUM),
    SPACE(StoreStatisticNames.OP_GET_STATUS),
    IS_CLOSED("op_is_file_closed"),
    CREATE(StoreStatisticNames.OP_CREATE),
    CREATE_NON_RECURSIVE(StoreStatisticNames.OP_CREATE_NON_RECURSIVE),
    APPEND(StoreStatisticNames.OP_APPEND),
    TRUNCATE(StoreStatisticNames.OP_TRUNCATE),
    CONCAT("op_concat"),
    MKDIRS(StoreStatisticNames.OP_MKDIRS),
    RENAME(StoreStatisticNames.OP_RENAME),
    DELETE(StoreStatisticNames.OP_DELETE),
    BULK_DELETE(StoreStatisticNames.OP_BULK_DELETE),
    SET_PERMISSION(StoreStatisticNames.OP_SET_PERMISSION),
    SET_OWNER(StoreStatisticNames.OP_SET_OWNER),
    SET_TIMES(StoreStatisticNames.OP_SET_TIMES),
    XATTR_GET(StoreStatisticNames.OP_XATTR_GET_NAMED),
    XATTR_GET_ALL(StoreStatisticNames.OP_XATTR_GET_MAP),
    XATTR_GET_SOME(StoreStatisticNames.OP_XATTR_GET_NAMED_MAP),
    XATTR_LIST(StoreStatisticNames.OP_XATTR_LIST),
    XATTR_SET("op_xattr_set"),
    XATTR_REMOVE("op_xattr_remove"),
    // of streams, once they are closed
    READ_BYTES(StreamStatisticNames.STREAM_READ_BYTES),
    READS(StreamStatisticNames.STREAM_READ_OPERATIONS),
    SEEKS(StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS),
    UNBUFFERS(StreamStatisticNames.STREAM_READ_UNBUFFERED),
    VECTORED_READS(StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS),
    RANGES(StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES),
    WRITTEN_BYTES(StreamStatisticNames.STREAM_WRITE_BYTES),
    WRITE_FAILURES(StreamStatisticNames.STREAM_WRITE_EXCEPTIONS);

    private final String key;

    Counted(String key) {
        this.key = key;
    }

    /** As Hadoop's programs look for it. */
    String key() {
        return key;
    }
}
