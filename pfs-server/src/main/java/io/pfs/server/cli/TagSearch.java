package io.pfs.server.cli;

import io.pfs.client.Pfs;
import io.pfs.client.table.Hit;
import io.pfs.client.table.HitPair;
import io.pfs.client.table.Search;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Find rows by their tags and attributes, or count, sum and group them. docs/QUERIES.md has the language.",
            "All rows of the tables that the query names are looked at; each row that is found is a line: its path, how"
                    + " many bytes it has, and those of its tags that the query names."
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs tag search --embedded pfs-data \"from /photos where camera = 'left' and number < 10\"",
            "  bin/pfs tag search --embedded pfs-data \"from /photos where size < 20KiB order by number desc limit 10\"",
            "  bin/pfs tag search --embedded pfs-data \"select count(*), sum(size) from /photos group by camera\""
        })
final class TagSearch implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(names = "--tags", description = "Show all tags of the rows; with --json they always are.")
    private boolean allTags;

    @Mixin
    private QueryOption asked = new QueryOption();

    @Override
    public Integer call() {
        try (Pfs pfs = fileSystem.open()) {
            Search search = asked.search(pfs);
            Query query = QueryText.parse(asked.text());
            if (search.isOfGroups()) {
                showGroups(search, query);
            } else if (search.isOfPairs()) {
                showPairs(search);
            } else {
                showRows(search, tagsOf(query));
            }
        }
        return 0;
    }

    private static Set<String> tagsOf(Query query) {
        Set<String> names = new TreeSet<>();
        for (Field field : query.fields()) {
            if (field instanceof Field.OfTag tag) {
                names.add(tag.name());
            }
        }
        return names;
    }

    private void showRows(Search search, Set<String> tags) {
        long rows = 0;
        for (Hit hit : search) {
            rows++;
            show(hit, tags);
        }
        output.say(Json.object().with("rows", rows), rows == 1 ? "%,d row" : "%,d rows", rows);
    }

    private void showPairs(Search search) {
        List<HitPair> pairs = search.pairs().join();
        for (HitPair pair : pairs) {
            output.say(
                    Json.object().with("left", json(pair.left())).with("right", json(pair.right())),
                    "%s%s  %s%s",
                    path(pair.left()),
                    tags(pair.left()),
                    path(pair.right()),
                    tags(pair.right()));
        }
        output.say(
                Json.object().with("pairs", pairs.size()), pairs.size() == 1 ? "%,d pair" : "%,d pairs", pairs.size());
    }

    private Shown tags(Hit hit) {
        return Shown.asIs(allTags ? Tagged.text(hit.row().tags()) : "");
    }

    private static Shown path(Hit hit) {
        String table = hit.table().equals("/") ? "" : hit.table();
        return Shown.asIs(Shown.path(table) + "/" + Shown.name(hit.row().rowName()));
    }

    private static Json json(Hit hit) {
        return Json.object()
                .withName("name", hit.row().rowName().toBytes())
                .withName("table", Labels.bytes(hit.table()))
                .with("size", hit.row().size())
                .with("mtime", hit.row().modified().toString())
                .with("tags", Tagged.json(hit.row().tags()));
    }

    private void show(Hit hit, Set<String> named) {
        SortedMap<String, TagValue> tags = hit.row().tags();
        if (output.isJson()) {
            output.line(json(hit));
            return;
        }
        TreeMap<String, TagValue> shown = new TreeMap<>(tags);
        if (!allTags) {
            shown.keySet().retainAll(named);
        }
        output.line(path(hit) + "  " + hit.row().size() + Tagged.text(shown));
    }

    private void showGroups(Search search, Query query) {
        GroupTable table = new GroupTable(query.groupBy().map(TagSearch::word), search.aggregates());
        search.groups().join().forEach(table::add);
        if (output.isJson()) {
            table.json().forEach(output::line);
        } else {
            table.lines().forEach(output::line);
        }
        output.say(
                Json.object().with("groups", table.size()),
                table.size() == 1 ? "%,d group" : "%,d groups",
                table.size());
    }

    /** A field as the head of a column. */
    private static String word(Field field) {
        if (field instanceof Field.OfAttribute attribute) {
            return attribute.attribute().word();
        } else if (field instanceof Field.OfTag tag) {
            return tag.name();
        }
        return "size(" + ((Field.OfCell) field).column() + ")";
    }
}
