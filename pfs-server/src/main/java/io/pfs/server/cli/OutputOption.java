package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.env.system.SystemClock;
import io.pfs.server.exchange.Progress;
import io.pfs.server.exchange.ProgressBar;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** For whom a command writes what it found. */
final class OutputOption {
    @Option(names = "--json", description = "Answer with one JSON object a line, for programs.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    boolean isJson() {
        return json;
    }

    /** Says it in one way or the other. Values for people are names, but for numbers, and what is {@link Shown} already. */
    void say(Json object, String text, Object... values) {
        if (json) {
            line(object);
        } else {
            Object[] shown = Stream.of(values).map(OutputOption::shown).toArray();
            line(String.format(Locale.ROOT, text, shown));
        }
    }

    private static Object shown(Object value) {
        if (value instanceof RowName name) {
            return Shown.name(name);
        }
        return value instanceof Number || value instanceof Shown ? value : Shown.name(value.toString());
    }

    void line(Json object) {
        line(Shown.json(object.toString()));
    }

    /** For people, beside what programs read: something that they had better know, in a line of its own. */
    void warn(String text) {
        PrintWriter err = command.commandLine().getErr();
        err.println();
        err.println("pfs: " + Shown.name(text));
        err.flush();
    }

    /** For people, beside what programs read. */
    Progress progress(boolean quiet) {
        return quiet || json ? Progress.NONE : bar(ProgressBar.Counted.FILES);
    }

    /** The same where rows are counted, and no bytes. */
    Progress progressOfRows(boolean quiet) {
        return quiet || json ? Progress.NONE : bar(ProgressBar.Counted.ROWS);
    }

    private Progress bar(ProgressBar.Counted counted) {
        return new ProgressBar(command.commandLine().getErr(), new SystemClock(), Terminal.isThere(), counted);
    }

    /** For whoever reads it, as it is. */
    void line(String line) {
        PrintWriter out = command.commandLine().getOut();
        out.println(line);
        out.flush();
        if (System.out.checkError()) {
            throw new PfsException(
                    ErrorCode.IO_FAILED, "standard output takes no more: its disk is full, or nobody reads on");
        }
    }
}
