package io.pfs.bench.elastic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counts as lost, and what does not. */
final class BooksTest {
    private final Books books = new Books(1);

    @Test
    void whatIsThereAsItWasAnsweredIsNotLost() {
        books.made(List.of("a", "b"));
        books.isPresent("c");
        String taken = books.take().orElseThrow();
        books.isRemoved();
        Set<String> left = new HashSet<>(Set.of("a", "b", "c"));
        left.remove(taken);
        assertEquals(new Books.Verdict(2, 0, 0, List.of()), books.close(left));
    }

    @Test
    void whatIsMissingAndWhatIsThereAgainIsLost() {
        books.made(List.of("a", "b"));
        books.isRemoved();
        assertEquals(2, books.close(Set.of("a", "removed")).lost());
    }

    @Test
    void whatIsNotFoundIsLost() {
        books.isMissed("a", "stat did not find it");
        assertEquals(new Books.Verdict(1, 0, 1, List.of("a: stat did not find it")), books.close(Set.of()));
    }

    @Test
    void whatFailedMayBeDoneOrNot() {
        books.hasFailed("a", "create failed");
        books.hasFailed("b", "remove failed");
        assertEquals(
                new Books.Verdict(2, 2, 0, List.of("a: create failed", "b: remove failed")), books.close(Set.of("b")));
    }
}
