package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.route.PfsPath;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.server.exchange.LeftOut;
import io.pfs.server.exchange.Progress;
import io.pfs.server.exchange.ProgressBar;
import io.pfs.server.exchange.Summary;
import io.pfs.server.exchange.TablePath;
import io.pfs.server.form.FormPatterns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What import and export have in common: which forms, for whom they watch, and what is said in the end. */
final class Exchanging {
    @Option(
            names = "--form",
            paramLabel = "PATTERN=COLUMN",
            description = "Which files are which column: {row}.jpg=content, thumbs/{row}=thumb, {row}.{column}."
                    + " The pattern is about the last names of a path; the folders before are the table. May be given"
                    + " several times (default: each file is a row, its content the column content).")
    private List<String> forms = new ArrayList<>();

    @Option(
            names = "--webdataset",
            description = "As WebDataset has it: the row is a file's name up to its first dot, the column what is"
                    + " behind. The same as --form {row}.{column}")
    private boolean webDataset;

    @Option(names = "--quiet", description = "No progress.")
    private boolean quiet;

    @Mixin
    private OutputOption output = new OutputOption();

    private final Clock clock = new SystemClock();

    Clock clock() {
        return clock;
    }

    FormPatterns patterns() {
        if (webDataset && !forms.isEmpty()) {
            throw new PfsException(ErrorCode.USAGE, "--webdataset is a form already; give it or --form");
        }
        if (webDataset) {
            return FormPatterns.webDataset();
        }
        return forms.isEmpty() ? FormPatterns.plain() : FormPatterns.of(forms);
    }

    /** An empty path would be the folder one is in: mostly it is a variable that is not set. */
    static void requireNamed(Path path, String what) {
        if (path.toString().isEmpty()) {
            throw new PfsException(ErrorCode.USAGE, what + " is empty; . is the folder you are in");
        }
    }

    static TablePath table(String path) {
        return new TablePath(PfsPath.parse(path).names());
    }

    Progress progress() {
        return output.progress(quiet);
    }

    /** Says what was done, and what was not; returns the exit code. */
    int report(String did, String from, String to, Summary summary) {
        output.say(
                json(did, from, to, summary),
                "%s %s to %s: %s, %s, %s in %.1f s%s%s",
                did,
                from,
                to,
                Counted.of(summary.rows(), "row"),
                Counted.of(summary.cells(), "cell"),
                Shown.asIs(ProgressBar.size(summary.bytes())),
                summary.elapsedNs() / 1e9,
                summary.links() == 0 ? "" : ", " + Counted.of(summary.links(), "link"),
                summary.unchanged() == 0
                        ? ""
                        : String.format(Locale.ROOT, "; %,d were there already", summary.unchanged()));
        if (!output.isJson()) {
            summary.leftOut().groups().forEach(this::explain);
        }
        return summary.leftOut().hasFailures() ? 1 : 0;
    }

    private void explain(LeftOut.Reason reason, LeftOut.Group group) {
        output.line(String.format(
                Locale.ROOT,
                "%s %,d: %s",
                reason.isFailure() ? "NOT TAKEN" : "left out",
                group.count(),
                reason.text()));
        group.examples().forEach(example -> output.line("  " + Shown.text(example)));
        if (group.count() > group.examples().size()) {
            output.line("  ...");
        }
    }

    private static Json json(String did, String from, String to, Summary summary) {
        List<Json> leftOut = new ArrayList<>();
        for (Map.Entry<LeftOut.Reason, LeftOut.Group> group :
                summary.leftOut().groups().entrySet()) {
            leftOut.add(Json.object()
                    .with("reason", group.getKey().name())
                    .with("failure", group.getKey().isFailure())
                    .with("count", group.getValue().count())
                    .with("examples", String.join("\n", group.getValue().examples())));
        }
        return Json.object()
                .with("done", did)
                .with("from", from)
                .with("to", to)
                .with("rows", summary.rows())
                .with("cells", summary.cells())
                .with("bytes", summary.bytes())
                .with("unchanged", summary.unchanged())
                .with("tables", summary.tables())
                .with("links", summary.links())
                .with("elapsedNs", summary.elapsedNs())
                .with("leftOut", leftOut);
    }
}
