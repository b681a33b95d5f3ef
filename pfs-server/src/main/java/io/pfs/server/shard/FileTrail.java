package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.RowLayout;
import io.pfs.server.table.MovedFile;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Follows a file from the shard where it was to the one where it is, by what each says of where it went from there. */
final class FileTrail implements Whereabouts {
    /** More often no file is moved between two collections; one that was is looked for again by the next. */
    private static final int HOPS_MAX = 64;

    private final Function<ShardId, Optional<Shard>> shards;

    FileTrail(Function<ShardId, Optional<Shard>> shards) {
        this.shards = shards;
    }

    @Override
    public void find(
            TableId table,
            long nameHash,
            FileId fileId,
            Consumer<Optional<Moved>> then,
            Consumer<PfsException> failed) {
        follow(table.maker(), fileId, HOPS_MAX, then, failed);
    }

    private void follow(
            ShardId from, FileId fileId, int hops, Consumer<Optional<Moved>> then, Consumer<PfsException> failed) {
        Optional<Shard> shard = shards.apply(from);
        if (shard.isEmpty() || hops == 0) {
            then.accept(Optional.empty());
            return;
        }
        shard.get()
                .movedFiles()
                .find(
                        fileId,
                        moved -> moved.ifPresentOrElse(
                                to -> look(to, hops, then, failed), () -> then.accept(Optional.empty())),
                        failed);
    }

    private void look(MovedFile to, int hops, Consumer<Optional<Moved>> then, Consumer<PfsException> failed) {
        Optional<Shard> shard = shards.apply(to.shard());
        if (shard.isEmpty()) {
            then.accept(Optional.empty());
            return;
        }
        RowName name = to.name();
        shard.get()
                .moving()
                .access()
                .reachStored(
                        to.table(),
                        name,
                        reached -> {
                            boolean isIt = reached.row()
                                    .filter(row -> RowLayout.u64(row, RowLayout.FILE_ID)
                                            == to.fileId().value())
                                    .isPresent();
                            if (isIt) {
                                then.accept(Optional.of(new Moved(to.table(), name)));
                            } else {
                                follow(to.shard(), to.fileId(), hops - 1, then, failed);
                            }
                        },
                        cause -> missed(cause, to, hops, then, failed));
    }

    /** A file may leave a table before that is removed, so the trail goes on behind it. */
    private void missed(
            PfsException cause, MovedFile to, int hops, Consumer<Optional<Moved>> then, Consumer<PfsException> failed) {
        if (cause.code() == ErrorCode.NOT_FOUND) {
            follow(to.shard(), to.fileId(), hops - 1, then, failed);
        } else {
            failed.accept(cause);
        }
    }
}
