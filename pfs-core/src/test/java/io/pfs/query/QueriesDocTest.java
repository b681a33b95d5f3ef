package io.pfs.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.PfsException;
import io.pfs.query.answer.Groups;
import io.pfs.query.answer.TopRows;
import io.pfs.query.text.QueryText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples in the document for users are queries, and what it says of limits and errors is so. */
final class QueriesDocTest {
    /** A block, and what it is: a query if nothing is said. */
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");

    private static final Pattern VALUES = Pattern.compile("(?ms)^## Values\n\n(\\|.*?)\n\n");
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

    private static String document() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("docs/QUERIES.md"))) {
            folder = folder.getParent();
        }
        assertTrue(folder != null, "docs/QUERIES.md stands above the folder of the test");
        try {
            return Files.readString(folder.resolve("docs/QUERIES.md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static List<String> blocks(String kind) {
        return BLOCK.matcher(document())
                .results()
                .filter(block -> block.group(1).equals(kind))
                .map(block -> block.group(2))
                .toList();
    }

    @Test
    void examplesAreQueries() {
        List<String> queries = blocks("");
        assertTrue(queries.size() >= 7, "there are examples: " + queries.size());
        for (String text : queries) {
            Query query = QueryText.parse(text);
            assertEquals(query, QueryText.parse(QueryText.print(query)), text);
        }
        assertEquals(
                QueryText.parse("k1 < 10 and k2 > 20"),
                QueryText.parse(queries.stream()
                        .filter(text -> text.startsWith("R:"))
                        .findFirst()
                        .orElseThrow()));
    }

    /** Every row of the table of conditions begins with some, and every row of that of values with values. */
    @Test
    void whatStandsInTablesIsPartOfQueries() {
        List<String> conditions = List.of(
                "heat = 5",
                "5 < heat",
                "heat > 5",
                "heat between 3 and 7",
                "type in ('jpeg', 'png')",
                "name prefix 'IMG_'",
                "name starts with 'IMG_'",
                "note contains 'sea'",
                "album is null",
                "album is not null",
                "heat not between 3 and 7",
                "heat <> 5 or heat is null",
                "mtime > '2026-11-01'");
        String document = document();
        for (String condition : conditions) {
            assertTrue(document.contains('`' + condition + '`'), condition);
            assertTrue(QueryText.parse(condition).where().terms() > 0, condition);
        }
        List<String> values = all(CODE, all(VALUES, document).get(0));
        assertTrue(values.size() > 12, "there are values: " + values);
        for (String value : values) {
            assertEquals(1, QueryText.parse("a = " + value).where().terms(), value);
        }
    }

    @Test
    void anErrorIsAsShown() {
        List<String> errors = blocks("error");
        assertEquals(1, errors.size());
        String[] queryAndError = errors.get(0).split("\n", 2);
        PfsException refused = assertThrows(PfsException.class, () -> QueryText.parse(queryAndError[0]));
        assertEquals(queryAndError[1].stripTrailing(), refused.detail());
    }

    @Test
    void limitsAreThoseOfTheCode() {
        String document = document();
        limit(document, "characters of a query", QueryLimits.TEXT_CHARS_MAX);
        limit(document, "parentheses and nots in each other", QueryLimits.NESTING_MAX);
        limit(document, "conditions", QueryLimits.TERMS_MAX);
        limit(document, "members of `in`", QueryLimits.IN_MEMBERS_MAX);
        limit(document, "tables", QueryLimits.TABLES_MAX);
        limit(document, "keys of `order by`", QueryLimits.ORDERINGS_MAX);
        limit(document, "things selected", QueryLimits.AGGREGATES_MAX);
        limit(document, "bytes of the name of a field", QueryLimits.FIELD_NAME_BYTES_MAX);
        limit(document, "rows that are sorted and kept", TopRows.ROWS_MAX);
        limit(document, "groups", Groups.GROUPS_MAX);
    }

    private static void limit(String document, String what, int max) {
        String line = "| " + what + " | " + String.format(Locale.ROOT, "%,d", max);
        assertTrue(document.contains(line), line);
    }
}
