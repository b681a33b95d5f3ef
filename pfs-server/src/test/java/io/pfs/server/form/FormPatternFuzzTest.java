package io.pfs.server.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A pattern and a name, divided by a line feed: a mistake that is pointed at, or a way there and back. */
final class FormPatternFuzzTest {
    private static final Pattern PLACE = Pattern.compile("', character (\\d+): ");

    @FuzzTest
    void place(byte[] bytes) {
        String[] texts = new String(bytes, StandardCharsets.UTF_8).split("\n", 2);
        try {
            FormPatterns patterns = FormPatterns.of(List.of(texts[0]));
            List<RowName> path = Arrays.stream(texts[texts.length - 1].split("/"))
                    .map(RowName::of)
                    .toList();
            Optional<FormPlace> placement = patterns.place(path);
            if (placement.isPresent()) {
                FormPlace found = placement.get();
                List<RowName> names =
                        patterns.names(found.row(), found.column()).orElseThrow();
                assertEquals(path.subList(found.folders().size(), path.size()), names);
            }
        } catch (PfsException e) {
            assertTrue(e.code() == ErrorCode.USAGE || e.code() == ErrorCode.NAME_INVALID, e.getMessage());
            Matcher place = PLACE.matcher(e.getMessage());
            assertTrue(e.code() != ErrorCode.USAGE || place.find(), e.getMessage());
        }
    }
}
