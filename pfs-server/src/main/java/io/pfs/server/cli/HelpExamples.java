package io.pfs.server.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Examples behind a help, a line each, however long: one that is broken can't be pasted into a shell. */
public final class HelpExamples {
    /** What an example begins with; other lines are prose, which is broken as the rest of a help. */
    private static final String INDENT = "  ";

    private HelpExamples() {}

    /** Has a command and all those below it show their examples so. */
    public static CommandLine keptWhole(CommandLine line) {
        Map<String, IHelpSectionRenderer> sections = new LinkedHashMap<>(line.getHelpSectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpExamples::footer);
        return line.setHelpSectionMap(sections);
    }

    private static String footer(Help help) {
        UsageMessageSpec usage = help.commandSpec().usageMessage();
        StringBuilder text = new StringBuilder();
        for (String line : usage.footer()) {
            int width = line.startsWith(INDENT) ? Math.max(usage.width(), line.length() + 1) : usage.width();
            Help.join(help.ansi(), width, usage.adjustLineBreaksForWideCJKCharacters(), new String[] {line}, text);
        }
        return text.toString();
    }
}
