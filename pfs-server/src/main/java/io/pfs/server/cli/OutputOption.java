package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.system.SystemClock;
import io.pfs.server.exchange.Progress;
import io.pfs.server.exchange.ProgressBar;
import java.io.PrintWriter;
import java.util.Locale;
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

    /** Says it in one way or the other. */
    void say(Json object, String text, Object... values) {
        line(json ? object.toString() : String.format(Locale.ROOT, text, values));
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
