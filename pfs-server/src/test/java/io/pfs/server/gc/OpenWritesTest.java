package io.pfs.server.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.PfsException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenWritesTest {
    private final OpenWrites writes = new OpenWrites();
    private final List<String> heard = new ArrayList<>();

    @Test
    void withNobodyWritingAllIsSettled() {
        writes.whenSettled(() -> heard.add("now"));
        assertEquals(List.of("now"), heard);
    }

    @Test
    void thoseThatBeganBeforeAreWaitedForAndNoOthers() {
        long first = writes.begin();
        long second = writes.begin();
        writes.whenSettled(() -> heard.add("both"));
        long later = writes.begin();
        writes.end(second);
        assertEquals(List.of(), heard);
        writes.end(first);
        assertEquals(List.of("both"), heard);
        writes.whenSettled(() -> heard.add("the later one"));
        writes.end(later);
        assertEquals(List.of("both", "the later one"), heard);
    }

    @Test
    void whoWaitedMayWaitAgain() {
        long first = writes.begin();
        writes.whenSettled(() -> writes.whenSettled(() -> heard.add("again")));
        writes.end(first);
        assertEquals(List.of("again"), heard);
    }

    @Test
    void aTicketIsGivenBackOnce() {
        long ticket = writes.begin();
        writes.end(ticket);
        assertThrows(PfsException.class, () -> writes.end(ticket));
    }
}
