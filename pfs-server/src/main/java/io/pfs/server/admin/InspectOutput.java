package io.pfs.server.admin;

import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.cli.Counted;
import io.pfs.server.cli.Json;
import io.pfs.server.inspect.Escaped;
import io.pfs.server.inspect.Field;
import io.pfs.server.inspect.FileTally;
import io.pfs.server.inspect.Finding;
import io.pfs.server.inspect.Item;
import io.pfs.server.inspect.Summary;
import io.pfs.server.journal.Loss;
import io.pfs.server.store.Salvaged;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a look at files found, as a line for people or for programs. */
final class InspectOutput {
    private InspectOutput() {}

    static Json json(Item item) {
        Json json = Json.object().with("what", item.what());
        if (item.offset() >= 0) {
            json.with("offset", item.offset()).with("length", item.length());
        }
        if (item.isDamage()) {
            json.with("damage", true);
        }
        for (Field field : item.fields()) {
            if (field.isNumber()) {
                json.with(field.name(), Long.parseLong(field.value()));
            } else {
                json.with(field.name(), field.value());
            }
        }
        if (!item.parts().isEmpty()) {
            json.with("parts", item.parts().stream().map(InspectOutput::json).toList());
        }
        return json;
    }

    /** A line for the item and one for each of its parts. */
    static List<String> text(Item item) {
        List<String> lines = new ArrayList<>();
        String at = item.offset() < 0
                ? " ".repeat(21)
                : String.format(Locale.ROOT, "%12d %8d", item.offset(), item.length());
        String what = item.isDamage() ? "DAMAGED" : item.what();
        StringBuilder line = new StringBuilder(at).append("  ").append(what);
        for (Field field : item.fields()) {
            line.append("  ").append(field.name()).append('=').append(field.value());
        }
        lines.add(line.toString());
        for (Item part : item.parts()) {
            text(part).forEach(below -> lines.add("  " + below));
        }
        return lines;
    }

    static Json json(Finding finding) {
        Json json = Json.object().with("finding", finding.kind().toString().toLowerCase(Locale.ROOT));
        if (!finding.file().isEmpty()) {
            json.with("file", finding.file());
        }
        if (finding.offset() >= 0) {
            json.with("offset", finding.offset());
        }
        if (!finding.subject().isEmpty()) {
            json.with("subject", finding.subject());
        }
        if (!finding.path().isEmpty()) {
            json.with("path", finding.path());
        }
        return json.with("text", finding.text());
    }

    static String text(Finding finding) {
        StringBuilder line = new StringBuilder(
                String.format(Locale.ROOT, "%-7s", finding.kind().toString()));
        if (!finding.file().isEmpty()) {
            line.append(' ').append(finding.file());
        }
        if (finding.offset() >= 0) {
            line.append(" at ").append(finding.offset());
        }
        if (!finding.subject().isEmpty()) {
            line.append(' ').append(subject(finding));
        }
        return line.append(line.length() > 8 ? ": " : " ")
                .append(finding.text())
                .toString();
    }

    /** The path stands behind the table, which is the first word. */
    private static String subject(Finding finding) {
        String subject = finding.subject();
        if (finding.path().isEmpty()) {
            return subject;
        }
        int space = subject.indexOf(' ');
        int end = space < 0 ? subject.length() : space;
        return subject.substring(0, end) + " (" + finding.path() + ")" + subject.substring(end);
    }

    /** What was given up, a line for each place and each shard. */
    static List<String> text(Salvaged salvaged) {
        List<String> lines = new ArrayList<>();
        for (Loss loss : salvaged.salvage().losses()) {
            lines.add("SALVAGED " + salvaged.path() + ": given up is what stood in " + loss
                    + (loss.records().isPresent() ? ", " + loss.records().getAsInt() + " records" : ""));
        }
        int whole = 0;
        for (Salvage.Outcome outcome : salvaged.salvage().outcomes()) {
            if (outcome.lost() > 0 || outcome.leftOut() > 0) {
                lines.add("SALVAGED " + outcome.shard() + ": " + outcome.lost()
                        + " missing before others that are there" + leftOut(outcome));
            } else {
                whole++;
            }
        }
        if (whole > 0) {
            lines.add("SALVAGED " + whole + " shards of which no record is known to be missing");
        }
        salvaged.salvage().slices().forEach(slice -> lines.add("SALVAGED " + text(slice)));
        salvaged.uncounted().ifPresent(why -> lines.add("SALVAGED " + salvaged.path() + ": " + why.detail()));
        return lines;
    }

    private static String text(Salvage.GivenUp slice) {
        String name = Escaped.text(
                slice.slice() + slice.path().map(path -> " (" + path + ")").orElse(""));
        String left = slice.isWhole()
                ? "made anew, all of it, from the journal"
                : "given up; rows left: " + slice.rowsLeft() + " of some " + slice.rowsBefore()
                        + (slice.isOld() ? ", some as they were before they were changed or removed last" : "");
        String putBack = slice.putBack() > 0 ? ", put back: " + slice.putBack() + " of directories" : "";
        return name + ": " + left + putBack + "; it could not be read: "
                + slice.why().detail();
    }

    private static String leftOut(Salvage.Outcome outcome) {
        return outcome.why()
                .map(why -> "; " + outcome.leftOut() + " could not be applied without them, the first as " + why)
                .orElse("");
    }

    static Json json(Salvaged salvaged) {
        List<Json> losses = new ArrayList<>();
        for (Loss loss : salvaged.salvage().losses()) {
            Json json = Json.object()
                    .with("file", loss.path())
                    .with("offset", loss.from())
                    .with("end", loss.to());
            losses.add(
                    loss.records().isPresent()
                            ? json.with("records", loss.records().getAsInt())
                            : json);
        }
        List<Json> shards = new ArrayList<>();
        for (Salvage.Outcome outcome : salvaged.salvage().outcomes()) {
            Json json = Json.object()
                    .with("shard", outcome.shard().value())
                    .with("missing", outcome.lost())
                    .with("leftOut", outcome.leftOut());
            shards.add(
                    outcome.why().isPresent() ? json.with("why", outcome.why().get()) : json);
        }
        Json json = Json.object()
                .with("salvaged", salvaged.path())
                .with("losses", losses)
                .with("shards", shards);
        if (!salvaged.salvage().slices().isEmpty()) {
            json.with(
                    "slices",
                    salvaged.salvage().slices().stream()
                            .map(InspectOutput::json)
                            .toList());
        }
        return salvaged.uncounted().isPresent()
                ? json.with("uncounted", salvaged.uncounted().get().detail())
                : json;
    }

    private static Json json(Salvage.GivenUp slice) {
        Json json = Json.object().with("slice", slice.slice().toString());
        slice.path().ifPresent(path -> json.with("path", path));
        return json.with("whole", slice.isWhole())
                .with("old", slice.isOld())
                .with("rowsBefore", slice.rowsBefore())
                .with("rowsLeft", slice.rowsLeft())
                .with("putBack", slice.putBack())
                .with("why", slice.why().detail());
    }

    static Json json(Summary summary) {
        List<Json> files = new ArrayList<>();
        for (FileTally tally : summary.files()) {
            files.add(Json.object()
                    .with("kind", tally.kind())
                    .with("files", tally.files())
                    .with("bytes", tally.bytes())
                    .with("liveBytes", tally.liveBytes())
                    .with("orphans", tally.orphans())
                    .with("orphanBytes", tally.orphanBytes()));
        }
        return Json.object()
                .with("complete", summary.complete())
                .with("shards", summary.shards())
                .with("tables", summary.tables())
                .with("slices", summary.slices())
                .with("rows", summary.rows())
                .with("cells", summary.cells())
                .with("cellBytes", summary.cellBytes())
                .with("journalRecords", summary.journalRecords())
                .with("tornBytes", summary.tornBytes())
                .with("files", files);
    }

    static List<String> text(Summary summary) {
        List<String> lines = new ArrayList<>();
        if (summary.complete()) {
            lines.add(Counted.of(summary.tables(), "table") + ", " + Counted.of(summary.rows(), "row") + " in "
                    + Counted.of(summary.slices(), "slice") + " of " + Counted.of(summary.shards(), "shard") + ", "
                    + Counted.of(summary.cells(), "cell") + " of " + Counted.of(summary.cellBytes(), "byte"));
            lines.add(Counted.of(summary.journalRecords(), "record") + " in the journal, "
                    + Counted.of(summary.tornBytes(), "byte") + " of a torn tail");
        }
        for (FileTally tally : summary.files()) {
            boolean isCounted = tally.kind().equals("metadata") || tally.kind().equals("column");
            String alive = summary.complete() && isCounted
                    ? String.format(Locale.ROOT, ", %,d live, %,d dead", tally.liveBytes(), tally.deadBytes())
                    : "";
            lines.add(String.format(Locale.ROOT, "%-9s ", tally.kind()) + Counted.of(tally.files(), "file") + ", "
                    + Counted.of(tally.bytes(), "byte") + alive + ", " + Counted.of(tally.orphans(), "orphan") + " of "
                    + Counted.of(tally.orphanBytes(), "byte"));
        }
        return lines;
    }
}
