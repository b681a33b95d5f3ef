package io.pfs.hadoop.spark.source;

import java.util.Arrays;
import org.apache.spark.unsafe.types.UTF8String;

/** How Spark orders values of one type, as it keeps them: numbers and moments, doubles, texts, bytes, truths. */
final class SparkOrder {
    private SparkOrder() {}

    static int compare(Object left, Object right) {
        if (left instanceof Long number) {
            return Long.compare(number, (Long) right);
        } else if (left instanceof Double number) {
            return compareDoubles(number, (Double) right);
        } else if (left instanceof UTF8String text) {
            return text.compareTo((UTF8String) right);
        } else if (left instanceof Boolean truth) {
            return Boolean.compare(truth, (Boolean) right);
        }
        return Arrays.compareUnsigned((byte[]) left, (byte[]) right);
    }

    /** There is one zero, and NaN equals itself and is the greatest. */
    private static int compareDoubles(double left, double right) {
        return left == right ? 0 : Double.compare(left, right);
    }
}
