package io.pfs.client.command;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;

/** Reads what the name of an attribute asks for. */
final class CommandParser {
    static final String PREFIX = "pfs.";

    private final String name;
    /** Where the part begins that is read next. */
    private int at = PREFIX.length();

    private CommandParser(String name) {
        this.name = name;
    }

    static Command parse(String name) {
        if (!name.startsWith(PREFIX)) {
            throw new PfsException(
                    ErrorCode.USAGE, "attribute '" + name + "' is no command: those begin with " + PREFIX);
        }
        return new CommandParser(name).command();
    }

    private Command command() {
        String kind = next("a class");
        return switch (kind) {
            case "table" -> ofTable(next("a call"));
            case "native" -> ofFile(unescaped(next("a column")), next("an operation"));
            case "sorted" -> ofSorted(next("a call"));
            case "tag", "dt", "branch" ->
                throw new PfsException(ErrorCode.NOT_SUPPORTED, "'" + name + "': there is nothing like class " + kind);
            default -> throw refused("class '" + kind + "' is none of table, sorted and native");
        };
    }

    private Command ofTable(String call) {
        return switch (call) {
            case "opentab" -> new Command.OpenTable(rest("a directory"));
            case "closetab" -> new Command.CloseTable(unescaped(rest("a handle")));
            case "tabschema" -> new Command.ListColumns(unescaped(rest("a handle")));
            case "bulkload" -> new Command.LoadColumn(unescaped(next("a handle")), unescaped(rest("a column")));
            case "readtab" -> {
                String table = unescaped(next("a handle"));
                yield new Command.ReadCell(table, row(), column());
            }
            case "writetab" -> {
                String table = unescaped(next("a handle"));
                yield new Command.WriteCell(table, row(), column());
            }
            default ->
                throw refused("'" + call + "' is none of opentab, closetab, tabschema, readtab, writetab and bulkload");
        };
    }

    private Command ofSorted(String call) {
        return switch (call) {
            case "opensorted" -> new Command.OpenSorted(rest("the name of a sorted file"));
            case "closesorted" -> new Command.CloseSorted(unescaped(rest("a handle")));
            case "search" -> new Command.SearchSorted(unescaped(next("a handle")), rest("an expression"));
            case "explain" -> new Command.ExplainSorted(unescaped(next("a handle")), rest("an expression"));
            case "test" -> {
                String sorted = unescaped(next("a handle"));
                yield new Command.TestTag(sorted, file(name.length()), unescaped(rest("a key")));
            }
            case "delete" -> {
                String sorted = unescaped(next("a handle"));
                yield new Command.DeleteTag(sorted, file(name.length()), unescaped(rest("a key")));
            }
            case "set" -> {
                String sorted = unescaped(next("a handle"));
                yield new Command.SetTags(sorted, file(firstEquals()), tags());
            }
            case "update" -> {
                String sorted = unescaped(next("a handle"));
                String file = file(firstEquals());
                SortedMap<String, TagValue> tags = tags();
                if (tags.size() > 1) {
                    throw refused("one tag is updated at a time; set takes several");
                }
                Map.Entry<String, TagValue> tag = tags.entrySet().iterator().next();
                yield new Command.UpdateTag(sorted, file, tag.getKey(), tag.getValue());
            }
            default ->
                throw refused("'" + call
                        + "' is none of opensorted, closesorted, search, explain, set, delete, update and test");
        };
    }

    private int firstEquals() {
        int at = name.indexOf('=', Math.min(this.at, name.length()));
        if (at < 0) {
            throw refused("KEY=VALUE is missing");
        }
        return at;
    }

    /** What is left before the key, which has no dot and ends at a place; nothing if there is no dot. */
    private String file(int end) {
        int dot = name.lastIndexOf('.', end - 1);
        if (dot < at) {
            return "";
        }
        String file = name.substring(at, dot);
        at = dot + 1;
        return required("a file", file);
    }

    private SortedMap<String, TagValue> tags() {
        TagPairs pairs = new TagPairs(rest("KEY=VALUE"));
        try {
            return pairs.parse();
        } catch (PfsException e) {
            throw refused(e.detail());
        }
    }

    private Command ofFile(String column, String operation) {
        List<String> numbers = rests();
        return switch (operation) {
            case "read" -> {
                requireAtMost(2, numbers);
                long offset = numbers.isEmpty() ? 0 : number("offset", numbers.get(0), Long.MAX_VALUE);
                yield new Command.ReadOwn(column, offset, length(numbers, 1));
            }
            case "lookup" -> {
                requireAtMost(0, numbers);
                yield new Command.MeasureOwn(column);
            }
            case "write" -> {
                requireAtMost(1, numbers);
                yield new Command.WriteOwn(column, length(numbers, 0));
            }
            case "umf" -> throw new PfsException(ErrorCode.NOT_SUPPORTED, "'" + name + "': files have no such flags");
            default -> throw refused("'" + operation + "' is none of read, lookup and write");
        };
    }

    private OptionalInt length(List<String> numbers, int index) {
        return index < numbers.size()
                ? OptionalInt.of((int) number("length", numbers.get(index), Integer.MAX_VALUE))
                : OptionalInt.empty();
    }

    private long number(String what, String digits, long max) {
        try {
            long number = Long.parseLong(digits);
            if (number >= 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw refused(what + " '" + digits + "' is no number from 0 to " + max);
    }

    private void requireAtMost(int count, List<String> parts) {
        if (parts.size() > count) {
            throw refused("there is more than " + count + " parts behind the operation: '" + parts.get(count) + "'");
        }
    }

    /** The part before the next dot, which must be there. */
    private String next(String what) {
        if (at > name.length()) {
            throw refused(what + " is missing");
        }
        int dot = name.indexOf('.', at);
        int end = dot < 0 ? name.length() : dot;
        String part = name.substring(at, end);
        at = end + 1;
        return required(what, part);
    }

    /** All that is left, with its dots. */
    private String rest(String what) {
        String part = at > name.length() ? "" : name.substring(at);
        at = name.length() + 1;
        return required(what, part);
    }

    private List<String> rests() {
        List<String> parts = new ArrayList<>();
        while (at <= name.length()) {
            parts.add(next("a number"));
        }
        return parts;
    }

    /** What is left, but for the column behind its last dot. */
    private String row() {
        int last = name.lastIndexOf('.');
        if (last < at) {
            throw refused("row and column are missing behind the handle, or one of them");
        }
        String row = name.substring(at, last);
        at = last + 1;
        return required("a row", row);
    }

    private String column() {
        return unescaped(rest("a column"));
    }

    private String required(String what, String part) {
        if (part.isEmpty()) {
            throw refused(what + " is missing");
        }
        return part;
    }

    private String unescaped(String part) {
        return Escapes.read(part)
                .orElseThrow(() -> refused("in '" + part + "', % stands for nothing: only %2E and %25 do"));
    }

    private PfsException refused(String why) {
        return new PfsException(ErrorCode.USAGE, "attribute '" + name + "': " + why);
    }
}
