package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.hash.SliceBitmap;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.wire.NameStep.CopyAttributes;
import io.pfs.wire.NameStep.Peek;
import io.pfs.wire.NameStep.Prepare;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowsApart;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.Request.TakeStep;
import io.pfs.wire.Request.WalksRows;
import java.util.Optional;

/** Tells where the names of a request live that are not in this shard, as far as this shard knows. */
final class Whereto {
    private final ShardState state;
    private final GroupCounters counters;

    Whereto(ShardState state, GroupCounters counters) {
        this.state = state;
        this.counters = counters;
    }

    /** Who asks in vain for a name that lives elsewhere is told what is known of its table. */
    Reply.Sink placing(Request request, Reply.Sink sink) {
        return reply -> {
            boolean isMisplaced = reply instanceof Refused refused && refused.code() == ErrorCode.MISPLACED;
            if (isMisplaced) {
                counters.misplacedRequest();
                sink.answer(of(request).<Reply>map(found -> found).orElseGet(() -> others(request)));
            } else {
                sink.answer(reply);
            }
        };
    }

    /** The first name is here: it came just now, or others are not. */
    private Reply others(Request request) {
        if (request instanceof EditRows many) {
            Optional<Misplaced> other = many.edits().stream()
                    .flatMap(edit -> ofName(many.table(), edit.name()).stream())
                    .findFirst();
            if (other.isPresent()) {
                return new RowsApart(
                        many.table(), other.get().spread(), other.get().slices());
            }
        }
        return new Refused(ErrorCode.BUSY, request.table() + " changes its shards just now");
    }

    private Optional<Misplaced> of(Request request) {
        if (request instanceof RenameRow rename && state.shard().equals(rename.toShard())) {
            return ofName(rename.table(), rename.name()).or(() -> ofNewName(rename));
        } else if (request instanceof AboutRow row) {
            return ofName(row.table(), row.name());
        } else if (request instanceof EditRows many) {
            return ofName(many.table(), many.edits().get(0).name());
        } else if (request instanceof ReadRows many) {
            return ofName(many.table(), many.names().get(0));
        } else if (request instanceof WalksRows list) {
            long hash = list.cursor().map(cursor -> cursor.nextHash()).orElse(0L);
            return ofHash(list.table(), hash);
        } else if (request instanceof TakeStep take) {
            return nameOf(take).flatMap(name -> ofName(take.table(), name));
        }
        return Optional.empty();
    }

    private static Optional<RowName> nameOf(TakeStep take) {
        if (take.step() instanceof Prepare prepare) {
            return Optional.of(prepare.name());
        } else if (take.step() instanceof Peek peek) {
            return Optional.of(peek.name());
        } else if (take.step() instanceof CopyAttributes copy) {
            return Optional.of(copy.name());
        }
        return Optional.empty();
    }

    /** It is not the shard to ask: who asks finds that by what he is told. */
    private Optional<Misplaced> ofNewName(RenameRow rename) {
        return ofName(rename.toTable(), rename.toName()).filter(misplaced -> !misplaced.isExact());
    }

    private Optional<Misplaced> ofName(TableId id, RowName name) {
        return tableOf(id).flatMap(table -> ofHash(id, table.hash().of(name)));
    }

    private Optional<Misplaced> ofHash(TableId id, long hash) {
        return tableOf(id).filter(table -> table.sliceAt(hash).isEmpty()).flatMap(table -> ofHash(table, hash));
    }

    private Optional<Misplaced> ofHash(TableState table, long hash) {
        SliceBitmap known = table.known(slice -> state.tables().intents().isBetween(table, slice));
        int told = table.facts().settledSpread();
        Optional<ShardId> gone = state.tables().goneTo(table, hash);
        ShardId next = gone.orElseGet(() -> table.shardOf(known.sliceOf(hash)));
        // what is on its way here can't be asked for elsewhere
        return next.equals(state.shard())
                ? Optional.empty()
                : Optional.of(new Misplaced(table.facts().id(), next, gone.isPresent(), told, known));
    }

    private Optional<TableState> tableOf(TableId id) {
        try {
            return Optional.of(state.tables().serving(id));
        } catch (PfsException e) {
            return Optional.empty();
        }
    }
}
