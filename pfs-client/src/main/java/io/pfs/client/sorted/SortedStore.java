package io.pfs.client.sorted;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.Page;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Scan;
import io.pfs.query.index.Indexed;
import io.pfs.row.RowKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** The rows in which sorted files are kept. */
final class SortedStore {
    private static final String COLUMN = "content";
    /** As often as others may be faster. */
    private static final int ATTEMPTS_MAX = 100;

    /** Why one can't be read, though others can. */
    private static final Set<ErrorCode> UNREAD = EnumSet.of(ErrorCode.PERMISSION_DENIED, ErrorCode.CORRUPT);

    private final AsyncTable directory;

    /** A sorted file as it was read. */
    record Stored(String name, RowVersion version, SortedContent content) {}

    /**
     * One of all there are.
     *
     * @param content nothing, if it can't be read here: it is damaged, or newer, or kept from the asker
     */
    record Listed(String name, Optional<SortedContent> content) {
        /** Whether a field of a table stands in it, or may. */
        boolean mayName(TableId table, Indexed field) {
            return content.map(known -> known.names(table, field)).orElse(true);
        }
    }

    /** Before and behind a change. */
    record Changed(SortedContent before, SortedContent after) {}

    SortedStore(AsyncTable directory) {
        this.directory = directory;
    }

    CompletableFuture<RowVersion> create(String name) {
        return directory
                .edit(name)
                .expectAbsent()
                .put(COLUMN, SortedText.write(SortedContent.EMPTY))
                .applyAsync()
                .exceptionallyCompose(e -> Failures.replace(
                        e,
                        ErrorCode.ALREADY_EXISTS,
                        () -> new PfsException(
                                ErrorCode.ALREADY_EXISTS, "there is a sorted file '" + name + "' already")));
    }

    CompletableFuture<Stored> read(String name) {
        return directory.row(name, COLUMN).thenApply(row -> stored(row.orElseThrow(() -> missing(name))));
    }

    static PfsException missing(String name) {
        return new PfsException(ErrorCode.NOT_FOUND, "there is no sorted file '" + name + "'");
    }

    private static Stored stored(RowView row) {
        Optional<byte[]> bytes = row.cell(COLUMN);
        SortedContent content = SortedText.read(row.name(), bytes.orElse(new byte[0]));
        return new Stored(row.name(), row.rowVersion(), content);
    }

    /** Changes what stands in it; done again on top of it, if another one changed it meanwhile. */
    CompletableFuture<Changed> change(String name, UnaryOperator<SortedContent> change) {
        return change(name, change, 1);
    }

    private CompletableFuture<Changed> change(String name, UnaryOperator<SortedContent> change, int attempt) {
        return read(name).thenCompose(stored -> {
            Changed changed = new Changed(stored.content(), change.apply(stored.content()));
            if (changed.after().equals(changed.before())) {
                return CompletableFuture.completedFuture(changed);
            }
            return directory
                    .edit(name)
                    .expect(stored.version())
                    .put(COLUMN, SortedText.write(changed.after()))
                    .applyAsync()
                    .thenApply(version -> changed)
                    .exceptionallyCompose(e -> Failures.isOf(e, ErrorCode.VERSION_CHANGED) && attempt < ATTEMPTS_MAX
                            ? change(name, change, attempt + 1)
                            : CompletableFuture.failedFuture(e));
        });
    }

    /** Has it be as it is, which is refused to whom any change is: another one who was faster is no refusal. */
    CompletableFuture<RowVersion> touch(String name) {
        return read(name)
                .thenCompose(stored -> directory
                        .edit(name)
                        .expect(stored.version())
                        .applyAsync()
                        .exceptionallyCompose(e -> Failures.isOf(e, ErrorCode.VERSION_CHANGED)
                                ? CompletableFuture.completedFuture(stored.version())
                                : CompletableFuture.failedFuture(e)));
    }

    /** Removes it as it was when it was read; what stood in it then. */
    CompletableFuture<SortedContent> drop(String name) {
        return drop(name, 1);
    }

    private CompletableFuture<SortedContent> drop(String name, int attempt) {
        return read(name)
                .thenCompose(stored -> directory
                        .delete(RowName.of(name), stored.version().version())
                        .thenApply(gone -> stored.content())
                        .exceptionallyCompose(e -> Failures.isOf(e, ErrorCode.VERSION_CHANGED) && attempt < ATTEMPTS_MAX
                                ? drop(name, attempt + 1)
                                : CompletableFuture.failedFuture(e)));
    }

    /**
     * All there are, by their names. Other rows may be in the same directory; they are nobody's affair, but for those that can't be
     * read, which may be sorted files.
     */
    CompletableFuture<List<Listed>> all() {
        return more(new ArrayList<>(), directory.scan().columns(COLUMN))
                .exceptionallyCompose(e -> isUnread(e) ? oneByOne() : CompletableFuture.failedFuture(e));
    }

    /** A scan ends at the first that can't be read. */
    private CompletableFuture<List<Listed>> oneByOne() {
        return names(new ArrayList<>(), directory.scan()).thenCompose(names -> {
            CompletableFuture<List<Listed>> all = CompletableFuture.completedFuture(new ArrayList<>());
            for (String name : names) {
                all = all.thenCombine(one(name), (found, one) -> {
                    one.ifPresent(found::add);
                    return found;
                });
            }
            return all;
        });
    }

    /** Empty if it is no sorted file, or was dropped meanwhile. */
    private CompletableFuture<Optional<Listed>> one(String name) {
        return directory
                .row(name, COLUMN)
                .thenApply(row -> row.flatMap(SortedStore::listed))
                .exceptionallyCompose(e -> isUnread(e)
                        ? CompletableFuture.completedFuture(Optional.of(new Listed(name, Optional.empty())))
                        : CompletableFuture.failedFuture(e));
    }

    private static boolean isUnread(Throwable failure) {
        return UNREAD.stream().anyMatch(code -> Failures.isOf(failure, code));
    }

    private CompletableFuture<List<Listed>> more(List<Listed> found, Scan scan) {
        return scan.page().thenCompose((Page page) -> {
            page.rows().stream().flatMap(row -> listed(row).stream()).forEach(found::add);
            return page.next().isPresent()
                    ? more(
                            found,
                            directory.scan().columns(COLUMN).after(page.next().get()))
                    : CompletableFuture.completedFuture(sorted(found));
        });
    }

    /** Those that a table is in, of all; that of one that can't be read is not known. */
    CompletableFuture<Memberships> of(TableId table) {
        return all().thenApply(all -> {
            Memberships found = Memberships.NONE;
            for (Listed listed : all) {
                found = found.with(
                        listed.name(),
                        listed.content().map(known -> known.find(table).isPresent()));
            }
            return found;
        });
    }

    private CompletableFuture<List<String>> names(List<String> found, Scan scan) {
        return scan.page().thenCompose((Page page) -> {
            page.rows().stream()
                    .filter(row -> row.kind() == RowKind.FILE)
                    .map(RowView::name)
                    .forEach(found::add);
            return page.next().isPresent()
                    ? names(found, directory.scan().after(page.next().get()))
                    : CompletableFuture.completedFuture(found.stream().sorted().toList());
        });
    }

    private static Optional<Listed> listed(RowView row) {
        boolean isLarge = row.largeCell(COLUMN).isPresent();
        Optional<byte[]> bytes = isLarge ? Optional.empty() : row.cell(COLUMN);
        return bytes.filter(SortedText::isOne).map(text -> new Listed(row.name(), readable(row.name(), text)));
    }

    private static Optional<SortedContent> readable(String name, byte[] text) {
        try {
            return Optional.of(SortedText.read(name, text));
        } catch (PfsException e) {
            return Optional.empty();
        }
    }

    private static List<Listed> sorted(List<Listed> found) {
        return found.stream()
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }
}
