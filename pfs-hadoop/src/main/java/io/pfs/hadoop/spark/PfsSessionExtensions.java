package io.pfs.hadoop.spark;

import io.pfs.hadoop.fs.PfsFileSystem;
import io.pfs.hadoop.fs.PfsFs;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Makes {@code pfs://} known to Spark when a session is made, so that its users add a jar and set nothing.
 *
 * <p>Hadoop looks for the file systems that are services once in a JVM, with the class loader of whoever asks first: that is
 * Spark, before it has added the jars of {@code --jars} and {@code --packages}. Sessions come later, and Spark looks for what
 * extends them in those jars, too. What users have set stays.
 */
public final class PfsSessionExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit>
        implements SparkSessionExtensionsProvider {
    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        Configuration conf =
                SparkContext.getOrCreate().hadoopConfiguration(); // that of the session, which is there already
        conf.setIfUnset("fs.pfs.impl", PfsFileSystem.class.getName());
        conf.setIfUnset("fs.AbstractFileSystem.pfs.impl", PfsFs.class.getName());
        conf.setIfUnset("fs.pfs.status.brings-bytes", "true"); // its binaryFile asks for the status of what it opens
        return BoxedUnit.UNIT;
    }
}
