package io.pfs.hadoop.fs;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.file.PfsFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.BulkDeleteUtils;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/** Removes many files at a time, and directories that are empty then. Any thread. */
final class ManyRemovals implements BulkDelete {
    private static final int PAGE_SIZE = 1000;

    private final Operations operations;
    private final PfsFiles files;
    private final FormChanges forms;
    private final Path base;
    private final IOStatisticsStore counts = IOStatisticsBinding.iostatisticsStore()
            .withCounters(StoreStatisticNames.OP_BULK_DELETE, StoreStatisticNames.OBJECT_DELETE_OBJECTS)
            .build();

    ManyRemovals(Operations operations, Path base) {
        this.operations = operations;
        this.files = operations.mount().files();
        this.forms = new FormChanges(operations.mount());
        this.base = base;
    }

    @Override
    public int pageSize() {
        return PAGE_SIZE;
    }

    @Override
    public Path basePath() {
        return base;
    }

    @Override
    public List<Map.Entry<Path, String>> bulkDelete(Collection<Path> paths) throws IOException {
        counts.incrementCounter(StoreStatisticNames.OP_BULK_DELETE);
        return operations.changed(Counted.BULK_DELETE, by -> remove(paths));
    }

    private List<Map.Entry<Path, String>> remove(Collection<Path> paths) {
        BulkDeleteUtils.validateBulkDeletePaths(paths, PAGE_SIZE, base);
        SortedMap<String, Path> byText = new TreeMap<>();
        paths.forEach(path -> byText.put(Paths.text(path), path));
        SortedMap<String, PfsException> refused = files.deleteAll(
                byText.keySet().stream().filter(path -> !Paths.isForm(path)).toList());
        removeDirectories(refused);
        List<Map.Entry<Path, String>> failures = new ArrayList<>();
        byText.keySet().stream().filter(Paths::isForm).forEach(path -> forms.delete(path, refused));
        byText.forEach((text, path) -> {
            PfsException cause = refused.get(text);
            if (cause != null) {
                failures.add(Map.entry(path, cause.getMessage()));
            }
        });
        counts.incrementCounter(StoreStatisticNames.OBJECT_DELETE_OBJECTS, (long) byText.size() - failures.size());
        return failures;
    }

    /** What is in a directory comes first, so the directory may be empty by now. What is not there is as it should be. */
    private void removeDirectories(SortedMap<String, PfsException> refused) {
        TreeMap<String, PfsException> byPath = new TreeMap<>(refused);
        byPath.descendingMap().forEach((path, cause) -> {
            if (cause.code() == ErrorCode.IS_A_DIRECTORY) {
                removeDirectory(path, refused);
            } else if (cause.code() == ErrorCode.NOT_FOUND) {
                refused.remove(path);
            }
        });
    }

    private void removeDirectory(String path, SortedMap<String, PfsException> refused) {
        try {
            files.deleteDirectory(path);
            refused.remove(path);
        } catch (PfsException e) {
            refused.put(path, e);
        }
    }

    /** How often it was asked, and how many of what it was asked to remove are not there any more. */
    @Override
    public IOStatistics getIOStatistics() {
        return counts;
    }

    /** Holds nothing. */
    @Override
    public void close() {}
}
