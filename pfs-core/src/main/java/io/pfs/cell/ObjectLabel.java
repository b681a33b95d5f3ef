package io.pfs.cell;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;

/**
 * For whom an object was begun. Layout: see the package.
 *
 * @param proof that only its writer knows: who shows it may have what was written
 */
public record ObjectLabel(TableId table, long nameHash, ColumnId column, long proof) {
    public static final int BYTES = 32;
    private static final int SUM_AT = 28;

    /** The same of another writing. */
    public ObjectLabel provedBy(long other) {
        return new ObjectLabel(table, nameHash, column, other);
    }

    public void encode(Segment object, ByteWriter out) {
        int start = out.length();
        out.u64(table.value()).u64(nameHash).u32(column.value()).u64(proof);
        out.u32(Checksum.of(out.array(), start, SUM_AT) ^ object.placeSum(ObjectFile.LABEL_AT));
    }

    static ObjectLabel decode(ByteReader in, Segment object) {
        int start = in.index();
        TableId table = new TableId(in.u64("table"));
        long nameHash = in.u64("name hash");
        int column = in.u32("column");
        long proof = in.u64("proof");
        int computed = Checksum.of(in.array(), start, SUM_AT) ^ object.placeSum(ObjectFile.LABEL_AT);
        int stored = in.u32("checksum of an object's label");
        if (computed != stored) {
            throw in.refuse(
                    "checksum of an object's label", Integer.toHexString(computed), Integer.toHexString(stored));
        }
        in.inRange("column of an object", column, 0, Limits.COLUMNS_MAX - 1L);
        return new ObjectLabel(table, nameHash, new ColumnId(column), proof);
    }
}
