package io.pfs.hadoop.spark.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which forms columns are in a table: those that can be read afterwards. */
final class FormNamesTest {
    private static List<String> forms(List<String> there, String... columns) {
        FormNames names = new FormNames("/photos", there);
        List<String> forms = List.of(columns).stream().map(names::of).toList();
        names.requireReadable(forms);
        return forms;
    }

    private static void refused(String why, List<String> there, String... columns) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> forms(there, columns));
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }

    @Test
    void aFormIsTheOneThatIsThereInOtherLetters() {
        assertEquals(List.of("content", "thumb"), forms(List.of("content", "thumb"), "Content", "THUMB"));
        assertEquals(List.of("content", "Thumb"), forms(List.of("content"), "CONTENT", "Thumb"));
        List<String> both = List.of("content", "thumb", "Thumb");
        assertEquals(List.of("Thumb"), forms(both, "Thumb"));
        assertEquals(List.of("thumb", "Thumb"), forms(both, "thumb", "Thumb"));
    }

    @Test
    void whatMayBeTwoFormsIsRefused() {
        refused("it may be any of forms [thumb, Thumb]", List.of("content", "thumb", "Thumb"), "THUMB");
        refused("is called 'thumb'", List.of("content"), "thumb", "Thumb");
        refused("is called 'thumb'", List.of("content", "thumb"), "thumb", "Thumb");
        refused("is called 'thumb'", List.of("content"), "thumb", "thumb");
    }

    @Test
    void aFormThatTheTableCouldNotBeReadWithIsRefused() {
        List<String> there = List.of("content", "thumb");
        for (String column : List.of("modified", "Size", "changed", "NAME")) {
            String why =
                    "column '" + column + "' can't be written to table '/photos': the form that it would be would have"
                            + " the name of what rows say of themselves";
            refused(why, there, column);
        }
        refused("the length of form 'thumb'", there, "Thumb_size");
        refused("the length of form 'content'", there, "content_size");
        refused("a length of the name that form 'medium_size' has", there, "medium", "medium_size");
        refused("a length of the name that form 'small_size' has", List.of("content", "small_size"), "small");
    }

    /** They are no news: who has them reads by option {@code forms}. */
    @Test
    void whatIsThereIsWrittenWhateverItsName() {
        List<String> there = List.of("content", "size", "thumb_size", "thumb");
        assertEquals(there, forms(there, there.toArray(String[]::new)));
    }
}
