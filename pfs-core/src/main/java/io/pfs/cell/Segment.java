package io.pfs.cell;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.pool.Pool;
import io.pfs.pool.ReadFile;
import io.pfs.row.CellLocation;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Which segment, and who wrote it: what ties each record to the place it was written for.
 *
 * @param owner the incarnation of the server that wrote it, which no client is told
 */
public record Segment(long id, long owner) {
    private static final String PREFIX = "column-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{12}");
    private static final int HEXADECIMAL = 16;
    private static final int FILE_DIGITS = 12;
    /** The low bits of an id are a number that one server gives out; those above are the server's. */
    private static final int NUMBER_BITS = 36;

    private static final long NUMBER_MAX = (1L << NUMBER_BITS) - 1;

    public Segment {
        Check.inRange("segment id", id, CellLocation.IN_JOURNAL + 1, CellLocation.SEGMENT_MAX);
    }

    /** The server whose segment, or object, this is: it alone adds to its file, and deletes it. */
    public static ServerId homeOf(long id) {
        return new ServerId((int) (id >>> NUMBER_BITS));
    }

    /** A server's ids begin behind this one. */
    public static long idBeforeAll(ServerId home) {
        return (long) home.value() << NUMBER_BITS;
    }

    /** The id behind one, of the same server. */
    public static long idAfter(long id) {
        Check.inRange("number of a segment", (id & NUMBER_MAX) + 1, 1, NUMBER_MAX);
        return id + 1;
    }

    /** The name of a segment's file in the pool. */
    public static String fileName(long id) {
        return PREFIX + HexFormat.of().toHexDigits(id, FILE_DIGITS);
    }

    /** The ids of all segments in a pool, ascending. Blocks. */
    public static List<Long> ids(Pool pool) {
        return pool.list(PREFIX).stream().map(Segment::idOf).toList();
    }

    /** What the files of all segments take. Blocks. */
    public static long bytes(Pool pool) {
        return bytes(pool, PREFIX);
    }

    /** What all files take whose names begin so. Blocks. */
    static long bytes(Pool pool, String prefix) {
        long bytes = 0;
        for (String name : pool.list(prefix)) {
            try (ReadFile file = pool.open(name)) {
                bytes += file.size();
            }
        }
        return bytes;
    }

    /** The id in the name of a file, if it is the name of a segment. */
    public static OptionalLong idIn(String name) {
        return NAME.matcher(name).matches()
                ? OptionalLong.of(Long.parseLong(name.substring(PREFIX.length()), HEXADECIMAL))
                : OptionalLong.empty();
    }

    private static long idOf(String name) {
        long id = idIn(name).orElse(0);
        if (id == 0) {
            throw new PfsException(ErrorCode.NOT_OURS, name + " is not a segment of ours; move it elsewhere");
        }
        return id;
    }

    public String fileName() {
        return fileName(id);
    }

    /** What is mixed into the checksum of what stands at this offset. */
    public int placeSum(long offset) {
        ByteWriter place = new ByteWriter(24);
        place.u64(owner).u64(id).u64(offset);
        return Checksum.of(place.array(), 0, place.length());
    }
}
