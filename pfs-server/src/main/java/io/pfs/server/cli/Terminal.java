package io.pfs.server.cli;

import java.io.Console;
import java.util.Optional;

/** Whether somebody watches. Up to Java 21 there is a console only then; later ones have to be asked. */
final class Terminal {
    private Terminal() {}

    static boolean isThere() {
        return Optional.ofNullable(System.console()).map(Terminal::isTerminal).orElse(false);
    }

    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
