package io.pfs.server.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * What is in a folder. A page is a call: there may be more in it than can be told within the bound of one. Who renames the folder meanwhile
 * has it missing, and not shorter.
 */
final class Listing {
    /** As many as a name node tells at once, if it is as it comes. */
    private static final int PAGE_ENTRIES = 1_000;

    private Listing() {}

    /** The names of those that are wanted, in no order. */
    static List<String> names(HadoopClient client, Path folder, Predicate<FileStatus> wanted) throws IOException {
        RemoteIterator<FileStatus> entries =
                client.calls().call(() -> client.files().listStatusIterator(folder));
        List<String> names = new ArrayList<>();
        List<FileStatus> page;
        do {
            page = client.calls().call(() -> page(entries));
            page.stream().filter(wanted).map(entry -> entry.getPath().getName()).forEach(names::add);
        } while (page.size() == PAGE_ENTRIES);
        return names;
    }

    private static List<FileStatus> page(RemoteIterator<FileStatus> entries) throws IOException {
        List<FileStatus> page = new ArrayList<>();
        while (page.size() < PAGE_ENTRIES && entries.hasNext()) {
            page.add(entries.next());
        }
        return page;
    }
}
