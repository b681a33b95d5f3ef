package io.pfs.server.cli;

import io.pfs.client.Pfs;
import io.pfs.client.table.Search;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A query, and whom it is asked of. */
final class QueryOption {
    @Option(
            names = "--sorted",
            paramLabel = "NAME",
            description = "Ask a sorted file: its tables are meant, if the query names none, and its fields.")
    private Optional<String> sorted = Optional.empty();

    @Parameters(
            paramLabel = "QUERY",
            description = "The query, with the paths of the tables behind `from`, unless a sorted file is asked.")
    private String text = "";

    String text() {
        return text;
    }

    Search search(Pfs pfs) {
        return sorted.isPresent() ? pfs.openSorted(sorted.get()).search(text) : pfs.search(text);
    }
}
