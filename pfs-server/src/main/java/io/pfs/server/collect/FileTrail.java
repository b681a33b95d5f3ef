package io.pfs.server.collect;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.RowLayout;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.table.MovedFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Follows a file from the shard where it was to the one where it is, by what each says of where it went from there. A shard
 * has one word to say of a file, its last, so each is asked once; whoever had the name last is asked first. Where there are other
 * servers the trail may lead through them: then, at the end, all shards here are asked. A file that bore another name on another server
 * before it came here with its slice is not found.
 */
public final class FileTrail implements Whereabouts {
    private final TableParts parts;

    public FileTrail(TableParts parts) {
        this.parts = parts;
    }

    @Override
    public void find(
            TableId table,
            long nameHash,
            FileId fileId,
            Consumer<Optional<Moved>> then,
            Consumer<PfsException> failed) {
        Search search = new Search(fileId, then, failed);
        search.toAsk.addAll(parts.way(table, nameHash));
        search.goOn();
    }

    /** One file that is looked for. */
    private final class Search {
        private final FileId fileId;
        private final Consumer<Optional<Moved>> then;
        private final Consumer<PfsException> failed;
        /** Those that may know; the last is the next. */
        private final List<CollectedShard> toAsk = new ArrayList<>();

        private final Set<ShardId> asked = new HashSet<>();
        private boolean isLookedForEverywhere;

        Search(FileId fileId, Consumer<Optional<Moved>> then, Consumer<PfsException> failed) {
            this.fileId = fileId;
            this.then = then;
            this.failed = failed;
        }

        private void goOn() {
            toAsk.removeIf(shard -> asked.contains(shard.id()));
            if (toAsk.isEmpty() && !isLookedForEverywhere) {
                isLookedForEverywhere = true;
                toAsk.addAll(parts.ifAmongOthers());
                goOn();
            } else if (toAsk.isEmpty()) {
                then.accept(Optional.empty());
            } else {
                CollectedShard next = toAsk.remove(toAsk.size() - 1);
                asked.add(next.id());
                next.movedFiles().find(fileId, moved -> moved.ifPresentOrElse(this::look, this::goOn), failed);
            }
        }

        private void look(MovedFile to) {
            toAsk.addAll(parts.way(to));
            Optional<CollectedShard> there = parts.shardOf(to.table(), to.name());
            if (there.isEmpty()) {
                goOn();
                return;
            }
            there.get()
                    .moving()
                    .access()
                    .reachStored(to.table(), to.name(), reached -> seen(to, reached), cause -> missed(to, cause));
        }

        private void seen(MovedFile to, Reached reached) {
            boolean isIt = reached.row()
                    .filter(row ->
                            RowLayout.u64(row, RowLayout.FILE_ID) == to.fileId().value())
                    .isPresent();
            if (isIt) {
                then.accept(Optional.of(new Moved(to.table(), to.name())));
            } else {
                goOn();
            }
        }

        /** A file may leave a table before that is removed, so the trail goes on behind it. */
        private void missed(MovedFile to, PfsException cause) {
            if (cause.code() == ErrorCode.NOT_FOUND) {
                goOn();
            } else if (cause.code() == ErrorCode.MISPLACED) {
                look(to); // its slice went to another shard meanwhile
            } else {
                failed.accept(cause);
            }
        }
    }
}
