package io.pfs;

/**
 * Every bound of PFS. Constants belong to formats and protocol and are the same everywhere; the components are what
 * a deployment may choose (and what the simulator makes tiny, so that splits, roll-overs and refusals happen within
 * seconds). The constructor checks how they relate.
 *
 * @param sliceRowsMax rows a slice holds before it must split; its own threshold is 0.6 to 1.0 of this
 * @param tinyRowsMax up to so many rows a slice has no slot table and is scanned
 * @param journalFileBytes size at which a journal file is rolled; also what is preallocated
 * @param journalBatchBytesMax bytes that one group commit writes at most
 * @param metadataFileBytes size at which a file of the metadata log is rolled
 * @param repliesPerSliceMax replies kept per slice before the oldest is dropped, whatever clients say
 * @param columnFileBytes size at which a column segment is rolled
 * @param cellEmbedBytesMax a cell up to this travels inside its journal record and is copied to a segment later; while that
 *     copying does not keep up, one up to a quarter of this
 */
public record Limits(
        int sliceRowsMax,
        int tinyRowsMax,
        int journalFileBytes,
        int journalBatchBytesMax,
        int metadataFileBytes,
        int repliesPerSliceMax,
        int columnFileBytes,
        int cellEmbedBytesMax) {

    public static final int ROW_NAME_BYTES_MAX = 255;
    /** Size and location of a cell are kept in 16 bytes; this many of them stand in the row itself. */
    public static final int DIRECT_COLUMNS_MAX = 5;
    /** Symlink target, table pointer or small tags: bytes kept in the row itself. */
    public static final int ROW_INLINE_BYTES_MAX = 4096;

    public static final int COLUMNS_MAX = 1 << 20;
    /** A larger content is a large file: an object of its own in the pool. */
    public static final int CELL_BYTES_MAX = 2 << 20;
    /** One piece of an object, as it is sent. */
    public static final int OBJECT_PIECE_BYTES_MAX = 1 << 20;
    /** Pieces of all objects of a loop that wait to be written. */
    public static final int OBJECT_WAITING_BYTES_MAX = 64 << 20;
    /** Objects of a loop that are being written. */
    public static final int OBJECTS_OPEN_MAX = 1 << 12;
    /** An object whose writer was silent for so long is given up. */
    public static final long OBJECT_SILENT_MILLIS = 3_600_000;

    /** Rows that one request changes: its reply and its record hold as many. */
    public static final int ROWS_PER_CHANGE_MAX = 128;

    public static final int ROWS_PER_READ_MAX = 1 << 12;
    /** Rows of one page of a table. */
    public static final int ROWS_PER_PAGE_MAX = 1 << 16;
    /** Things that one request of many asks for. */
    public static final int PARTS_PER_READ_MAX = 256;
    /** Rows that one request of a search looks at: others wait meanwhile. */
    public static final int ROWS_PER_SEARCH_MAX = 1 << 12;
    /** What a page of a search finds takes so many bytes, with their keys, but for the last row: then it ends. */
    public static final int FOUND_BYTES_MAX = 4 << 20;
    /** A query, as text. */
    public static final int QUERY_BYTES_MAX = 256 << 10;
    /** Bytes of cells in one answer, but for the last of them. */
    public static final int PAGE_BYTES_MAX = 64 << 20;
    /** Cells of one row; their places fit one indirect record. */
    public static final int CELLS_PER_ROW_MAX = 4096;

    public static final int SHARDS_MAX = 1 << 16;
    public static final int SHARDS_DEFAULT = 1 << 10;
    public static final int SERVERS_MAX = 1 << 12;
    /** Of one process: each has shards, threads and files of its own, and no machine has more use for them. */
    public static final int LOOPS_MAX = 128;
    /** Of a pool that is made: with where each is served, by dozens of servers, they fit into the one frame by which clients hear of it. */
    public static final int SEATS_MAX = 1 << 9;
    /** A slice is at most so deep; a bitmap has at most 2^24 bits, which is some 10^10 rows. */
    public static final int SLICE_DEPTH_MAX = 24;

    public static final int SLICES_MAX = 1 << SLICE_DEPTH_MAX;
    /** One request's effects. */
    public static final int JOURNAL_RECORD_BYTES_MAX = 256 << 10;
    /** One image or delta of one slice, as stored. */
    public static final int SLICE_IMAGE_BYTES_MAX = 16 << 20;
    /** Replies are dropped so long after a client was last heard of. */
    public static final long REPLY_KEPT_MILLIS = 600_000;

    /** Requests that the shards of one loop have taken in and not answered. */
    public static final int REQUESTS_OPEN_MAX = 1 << 16;

    public static final int REPLY_BYTES_MAX = 4096;

    public static final Limits DEFAULT = new Limits(1024, 16, 64 << 20, 4 << 20, 256 << 20, 8192, 256 << 20, 32 << 10);

    /** Of a disk, the last so many bytes are kept for removals and for what makes space. */
    public long spaceReservedBytes() {
        return 2L * journalFileBytes;
    }

    public Limits {
        Check.inRange("sliceRowsMax", sliceRowsMax, 4, 1 << 16);
        Check.inRange("tinyRowsMax", tinyRowsMax, 0, sliceRowsMax);
        Check.inRange("journalBatchBytesMax", journalBatchBytesMax, 512, 64 << 20);
        // A batch is never torn between files, and a file holds more than its own frame.
        Check.inRange("journalFileBytes", journalFileBytes, 2L * journalBatchBytesMax, 1 << 30);
        Check.inRange("metadataFileBytes", metadataFileBytes, 4096, 1 << 30);
        Check.inRange("repliesPerSliceMax", repliesPerSliceMax, 1, 1 << 20);
        Check.inRange("columnFileBytes", columnFileBytes, 4096, 1 << 30);
        // A record holds at least one embedded cell beside the row and the reply.
        Check.inRange("cellEmbedBytesMax", cellEmbedBytesMax, 0, JOURNAL_RECORD_BYTES_MAX / 4);
    }

    /** The same with other files of the journal. */
    public Limits withJournalFileBytes(int bytes) {
        return new Limits(
                sliceRowsMax,
                tinyRowsMax,
                bytes,
                journalBatchBytesMax,
                metadataFileBytes,
                repliesPerSliceMax,
                columnFileBytes,
                cellEmbedBytesMax);
    }
}
