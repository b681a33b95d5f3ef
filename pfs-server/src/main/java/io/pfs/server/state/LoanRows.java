package io.pfs.server.state;

import io.pfs.LoanId;
import io.pfs.RowName;
import io.pfs.server.table.Intent.Borrowed;
import io.pfs.server.table.Intent.Borrowing;
import io.pfs.server.table.Intent.Lending;
import io.pfs.server.table.Intent.Lent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The loans in a shard's table of intents, so that nobody has to go through all of them: there may be one for each file that came. */
public final class LoanRows {
    private final TreeMap<String, Lending> lendings = new TreeMap<>();
    private final TreeMap<String, Borrowing> borrowings = new TreeMap<>();
    /** Those of them with a segment that is to be returned. */
    private final TreeMap<String, Borrowing> returning = new TreeMap<>();

    private final Map<Long, Long> lentBytes = new HashMap<>();
    /** Of each borrowed segment, the rows that list it, if it is not to be returned. */
    private final Map<Long, Map<String, Borrowing>> held = new HashMap<>();

    void clear() {
        lendings.clear();
        borrowings.clear();
        returning.clear();
        lentBytes.clear();
        held.clear();
    }

    void put(RowName name, Lending lending) {
        remove(name);
        lendings.put(name.toString(), lending);
        lending.segments().forEach(lent -> lentBytes.merge(lent.segment(), lent.bytes(), Long::sum));
    }

    void put(RowName name, Borrowing borrowing) {
        remove(name);
        borrowings.put(name.toString(), borrowing);
        for (Borrowed borrowed : borrowing.segments()) {
            if (borrowed.isReturning()) {
                returning.put(name.toString(), borrowing);
            } else {
                held.computeIfAbsent(borrowed.segment(), segment -> new TreeMap<>())
                        .put(name.toString(), borrowing);
            }
        }
    }

    void remove(RowName name) {
        Lending lending = lendings.remove(name.toString());
        if (lending != null) {
            lending.segments().forEach(this::takeBack);
        }
        Borrowing borrowing = borrowings.remove(name.toString());
        if (borrowing != null) {
            returning.remove(name.toString());
            borrowing.segments().stream()
                    .filter(borrowed -> !borrowed.isReturning())
                    .forEach(borrowed ->
                            held.computeIfPresent(borrowed.segment(), (segment, rows) -> without(rows, name)));
        }
    }

    @Nullable
    private static Map<String, Borrowing> without(Map<String, Borrowing> rows, RowName name) {
        rows.remove(name.toString());
        return rows.isEmpty() ? null : rows;
    }

    /** A segment may be lent by several loans. */
    private void takeBack(Lent lent) {
        lentBytes.computeIfPresent(
                lent.segment(), (segment, bytes) -> bytes == lent.bytes() ? null : bytes - lent.bytes());
    }

    int count() {
        return lendings.size() + borrowings.size();
    }

    /** How many bytes of each segment rows of other servers point to; a view. */
    public Map<Long, Long> lentBytes() {
        return Collections.unmodifiableMap(lentBytes);
    }

    /** Those of one loan. */
    public List<Lending> lendingsOf(LoanId loan) {
        String prefix = Lending.namePrefix(loan);
        List<Lending> found = new ArrayList<>(1);
        for (Map.Entry<String, Lending> entry : lendings.tailMap(prefix).entrySet()) {
            if (!entry.getKey().startsWith(prefix)) {
                break;
            }
            found.add(entry.getValue());
        }
        return found;
    }

    /** Whether a segment is borrowed, and not to be returned. */
    public boolean isHeld(long segment) {
        return !held.isEmpty() && held.containsKey(segment);
    }

    /** The rows by which a segment is borrowed, and not to be returned. */
    public List<Borrowing> holding(long segment) {
        Map<String, Borrowing> rows = held.get(segment);
        return rows == null ? List.of() : List.copyOf(rows.values());
    }

    /** All that is borrowed. */
    public List<Borrowing> borrowings() {
        return List.copyOf(borrowings.values());
    }

    /** Those of which something is to be returned. */
    public List<Borrowing> returning() {
        return List.copyOf(returning.values());
    }

    public Optional<Borrowing> borrowing(RowName name) {
        return Optional.ofNullable(borrowings.get(name.toString()));
    }

    /** All that is lent. */
    public List<Lending> lendings() {
        return List.copyOf(lendings.values());
    }
}
