package io.pfs.server.form;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.form.FormPart.Slot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the text of a pattern from left to right; what it refuses it points at. */
final class FormParser {
    private static final int LENGTH_MAX = 1_000;
    private static final String ROW = "row";
    private static final String COLUMN = "column";

    private final String text;
    private final List<FormPart> parts = new ArrayList<>();
    private final Set<Slot> seen = EnumSet.noneOf(Slot.class);
    private List<byte[]> texts = new ArrayList<>();
    private List<Slot> slots = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int partBegin;
    private int at;

    FormParser(String text) {
        this.text = text;
    }

    FormPattern parse() {
        if (text.length() > LENGTH_MAX) {
            throw refuse(LENGTH_MAX, "a pattern is at most " + LENGTH_MAX + " characters long");
        }
        int equals = text.lastIndexOf('=');
        int end = equals < 0 ? text.length() : equals;
        while (at < end) {
            step(end);
        }
        endPart(end);
        return new FormPattern(text, List.copyOf(parts), column(equals));
    }

    private void step(int end) {
        char c = text.charAt(at);
        boolean twice = at + 1 < end && text.charAt(at + 1) == c;
        if ((c == '{' || c == '}') && twice) {
            literal.append(c);
            at += 2;
        } else if (c == '{') {
            placeholder(end);
        } else if (c == '}') {
            throw refuse(at, "no '{' before it; '}}' stands for a brace itself");
        } else if (c == '/') {
            endPart(at);
            at++;
            partBegin = at;
        } else if (c == 0 || (Character.isSurrogate(c) && !twinned(end))) {
            throw refuse(at, "no name has this character");
        } else {
            literal.append(c);
            at++;
        }
    }

    /** Whether the surrogate here has its other half beside it. */
    private boolean twinned(int end) {
        return Character.isHighSurrogate(text.charAt(at))
                ? at + 1 < end && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }

    private void placeholder(int end) {
        int close = text.indexOf('}', at);
        if (close < 0 || close >= end) {
            throw refuse(at, "no '}' behind it; '{{' stands for a brace itself");
        }
        String name = text.substring(at + 1, close);
        Slot slot = switch (name) {
            case ROW -> Slot.ROW;
            case COLUMN -> Slot.COLUMN;
            default -> throw refuse(at + 1, "there are only {row} and {column}");
        };
        if (!seen.add(slot)) {
            throw refuse(at, "{" + name + "} stands here for the second time");
        }
        if (!slots.isEmpty() && literal.length() == 0) {
            throw refuse(at, "a text must stand between two placeholders, so that one can tell where the first ends");
        }
        endLiteral();
        slots.add(slot);
        at = close + 1;
    }

    private void endLiteral() {
        texts.add(literal.toString().getBytes(StandardCharsets.UTF_8));
        literal.setLength(0);
    }

    private void endPart(int end) {
        String part = text.substring(partBegin, end);
        if (part.isEmpty()) {
            throw refuse(partBegin, "a name is missing here");
        }
        if (part.equals(".") || part.equals("..")) {
            throw refuse(partBegin, "'" + part + "' is no name; a pattern is about the last names of a path");
        }
        endLiteral();
        parts.add(new FormPart(List.copyOf(texts), List.copyOf(slots)));
        texts = new ArrayList<>();
        slots = new ArrayList<>();
    }

    private Optional<String> column(int equals) {
        if (!seen.contains(Slot.ROW)) {
            throw refuse(0, "{row} is missing: which part of the name tells the row?");
        }
        if (seen.contains(Slot.COLUMN)) {
            if (equals >= 0) {
                throw refuse(equals, "the column is {column} already");
            }
            return Optional.empty();
        }
        if (equals < 0) {
            throw refuse(text.length(), "the column is missing, as in {row}.jpg=content");
        }
        try {
            return Optional.of(ColumnText.of(ColumnText.bytes(text.substring(equals + 1))));
        } catch (PfsException e) {
            throw refuse(equals + 1, e.detail());
        }
    }

    private PfsException refuse(int index, String why) {
        String shown = text.length() <= LENGTH_MAX ? text : text.substring(0, LENGTH_MAX) + "...";
        return new PfsException(ErrorCode.USAGE, "pattern '" + shown + "', character " + (index + 1) + ": " + why);
    }
}
