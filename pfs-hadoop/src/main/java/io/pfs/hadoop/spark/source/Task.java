package io.pfs.hadoop.spark.source;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.table.TablePart;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.unsafe.types.UTF8String;

/** What one task reads. */
sealed interface Task extends InputPartition {
    /**
     * A part of the table.
     *
     * @param rowsOfPage how many rows to ask for at a time
     * @param preferredLocations the hosts that have most of its bytes, or that of the server that has it, as far as it is known
     */
    record OfPart(int index, int count, int rowsOfPage, String[] preferredLocations) implements Task {
        TablePart part() {
            return new TablePart(index, count);
        }
    }

    /**
     * The first rows of a group, in an order.
     *
     * @param query what servers are asked, without a limit
     * @param count how many are wanted; or all
     * @param tags those in the order whose values may be of other types than Spark sees
     */
    record OfFirst(String query, int count, ArrayList<Field.Tag> tags) implements Task {
        static final int ALL = Integer.MAX_VALUE;
    }

    /**
     * Rows of these names.
     *
     * @param names their bytes
     */
    record OfNames(ArrayList<byte[]> names) implements Task {
        static OfNames of(List<UTF8String> names) {
            ArrayList<byte[]> bytes = new ArrayList<>();
            names.forEach(name -> bytes.add(name.getBytes()));
            return new OfNames(bytes);
        }

        /** Those that a row can have. */
        List<RowName> rowNames() {
            List<RowName> valid = new ArrayList<>();
            for (byte[] name : names) {
                try {
                    valid.add(RowName.of(name, 0, name.length));
                } catch (PfsException e) {
                    if (e.code() != ErrorCode.NAME_INVALID) {
                        throw e;
                    }
                }
            }
            return valid;
        }
    }
}
