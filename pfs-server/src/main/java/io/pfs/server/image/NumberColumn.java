package io.pfs.server.image;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;
import java.util.Optional;

/**
 * The numbers of one field of many rows, in as few bits as a frame of reference or a dictionary of them takes. Where
 * the reader can predict each number from fields that it has read before, the differences may be stored instead:
 * whichever is smaller.
 */
final class NumberColumn {
    static final long[] NO_PREDICTIONS = {};

    private static final int CONSTANT = 0;
    private static final int FRAME = 1;
    private static final int FRAME_CENTRED = 2;
    private static final int DICTIONARY = 3;
    private static final int FORM_MASK = 0x0f;
    private static final int PREDICTED = 0x10;

    private long[] differences = new long[0];

    /** Writes the first {@code count} numbers; nothing at all if there are none. */
    void encode(long[] values, long[] predictions, int count, Effort effort, ByteWriter out) {
        if (count == 0) {
            return;
        }
        if (predictions.length > 0) {
            subtract(values, predictions, count);
            Form predicted = Form.of(differences, count, effort);
            boolean isHit = predicted.isConstant() && differences[0] == 0 && !isConstant(values, count);
            if (isHit || predicted.costBits() < Form.of(values, count, effort).costBits()) {
                predicted.encode(differences, count, PREDICTED, out);
                return;
            }
        }
        Form.of(values, count, effort).encode(values, count, 0, out);
    }

    /** Writes a number that all rows have. */
    static void encodeConstant(long value, ByteWriter out) {
        out.u8(CONSTANT).zigzag(value);
    }

    private void subtract(long[] values, long[] predictions, int count) {
        if (differences.length < count) {
            differences = new long[values.length];
        }
        for (int i = 0; i < count; i++) {
            differences[i] = values[i] - predictions[i];
        }
    }

    private static boolean isConstant(long[] values, int count) {
        for (int i = 1; i < count; i++) {
            if (values[i] != values[0]) {
                return false;
            }
        }
        return true;
    }

    /** Reads {@code count} numbers, each of which must lie in {@code [min, max]}. */
    static void decode(ByteReader in, String what, long min, long max, long[] predictions, long[] values, int count) {
        if (count == 0) {
            return;
        }
        int flags = in.u8("form of a column");
        switch (flags & FORM_MASK) {
            case CONSTANT -> Arrays.fill(values, 0, count, in.zigzag(what));
            case FRAME -> Frame.decode(in, false, values, count);
            case FRAME_CENTRED -> Frame.decode(in, true, values, count);
            case DICTIONARY -> Dictionary.decode(in, values, count);
            default -> throw in.refuse("form of a column", "0 to 3", Integer.toString(flags));
        }
        boolean isPredicted = flags >> 4 == 1 && predictions.length > 0;
        if (flags >> 4 != 0 && !isPredicted) {
            throw in.refuse("form of the column " + what, "one without prediction", Integer.toString(flags));
        }
        for (int i = 0; i < count; i++) {
            long value = isPredicted ? values[i] + predictions[i] : values[i];
            values[i] = in.inRange(what, value, min, max);
        }
    }

    /** A way to write numbers. */
    private record Form(Frame frame, boolean isConstant, Optional<Dictionary> dictionary) {
        static Form of(long[] values, int count, Effort effort) {
            if (NumberColumn.isConstant(values, count)) {
                return new Form(Frame.constant(values[0]), true, Optional.empty());
            }
            return effort == Effort.LITTLE
                    ? new Form(Frame.upwards(values, count), false, Optional.empty())
                    : best(values, count);
        }

        private static Form best(long[] values, int count) {
            Frame frame = Frame.best(values, count);
            Optional<Dictionary> dictionary = Dictionary.of(values, count);
            return new Form(frame, false, dictionary.filter(d -> d.costBits() < frame.costBits()));
        }

        long costBits() {
            return dictionary.map(Dictionary::costBits).orElse(frame.costBits());
        }

        void encode(long[] values, int count, int flags, ByteWriter out) {
            if (isConstant) {
                out.u8(CONSTANT | flags).zigzag(frame.base());
            } else if (dictionary.isPresent()) {
                out.u8(DICTIONARY | flags);
                dictionary.get().encode(values, count, out);
            } else {
                out.u8((frame.centred() ? FRAME_CENTRED : FRAME) | flags);
                frame.encode(values, count, out);
            }
        }
    }
}
