package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.route.Placement;
import io.pfs.row.TablePointer;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.Cursor;
import io.pfs.wire.Envelope;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.TableChange.SetSpreading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Works on a table that goes over several shards, one request after the other, and knows what must be in it. */
final class WideClient {
    private static final int STIRS_MAX = 200_000;
    private static final int STIRS_OF_A_TRY = 400;

    private final NameRig rig;
    private final TablePointer table;
    private final Runnable stir;
    private final Placement placement;
    private final TreeMap<String, String> model = new TreeMap<>();
    private Optional<Envelope> open = Optional.empty();
    private Optional<Reply> answer = Optional.empty();

    /** @param stir lets something happen that may bring an answer nearer */
    WideClient(NameRig rig, TablePointer table, Runnable stir) {
        this.rig = rig;
        this.table = table;
        this.stir = stir;
        this.placement = new Placement(rig.shards());
    }

    int rows() {
        return model.size();
    }

    void put(String name, String content) {
        Reply reply = ask(NameRig.put(table, name, content), RowName.of(name));
        if (model.containsKey(name)) {
            assertEquals(ErrorCode.ALREADY_EXISTS, NameRig.refusal(reply), name);
        } else {
            assertTrue(reply instanceof RowChanged, () -> "put of " + name + ": " + reply);
            model.put(name, content);
        }
    }

    /** Spreads the table further, if it is not spread so far. */
    void spread(int spread) {
        AlterTable alter = new AlterTable(table.table(), new SetSpreading(new Spreading(SpreadPolicy.DYNAMIC, spread)));
        Reply reply = ask(alter, table.base(), Misplaced::next);
        assertTrue(reply instanceof TableAltered, () -> "spreading: " + reply);
    }

    void remove(String name) {
        RowName row = RowName.of(name);
        Reply reply = ask(new RemoveRow(table.table(), row, Expected.PRESENT), row);
        if (model.remove(name) == null) {
            assertEquals(ErrorCode.NOT_FOUND, NameRig.refusal(reply), name);
        } else {
            assertTrue(reply instanceof RowGone, () -> "removal of " + name + ": " + reply);
        }
    }

    void read(String name) {
        RowName row = RowName.of(name);
        Reply reply = ask(new ReadRow(table.table(), row, List.of(NameRig.CONTENT, NameRig.FURTHER)), row);
        Optional<String> content =
                reply instanceof RowFound found ? Optional.of(NameRig.content(found.found())) : Optional.empty();
        assertEquals(Optional.ofNullable(model.get(name)), content, name);
    }

    /** All that must be there is, and nothing else. */
    void check() {
        List<String> names = new ArrayList<>();
        Optional<Cursor> next = Optional.empty();
        do {
            Optional<Cursor> from = next;
            ListRows list = new ListRows(table.table(), from, 7, 0, List.of());
            RowsFound page = (RowsFound)
                    ask(list, placement.shardBehind(table, from), misplaced -> placement.after(misplaced, table, from));
            page.rows().forEach(row -> names.add(row.name().toString()));
            next = page.next();
        } while (next.isPresent());
        assertEquals(List.copyOf(model.keySet()), names.stream().sorted().toList());
        List.copyOf(model.keySet()).forEach(this::read);
    }

    Reply ask(Request request, RowName name) {
        return ask(request, placement.shardOf(table, name), misplaced -> placement.after(misplaced, table, name));
    }

    private Reply ask(Request request, ShardId shard, Function<Misplaced, ShardId> after) {
        Envelope first = rig.envelope(shard, request);
        send(first);
        for (int stirs = 1; stirs < STIRS_MAX; stirs++) {
            if (answer.isPresent() && answer.get() instanceof Misplaced misplaced) {
                send(new Envelope(first.id(), 0, after.apply(misplaced), request)); // it may have been done before
            } else if (answer.isPresent() && !isForNow(answer.get())) {
                open = Optional.empty();
                return answer.get();
            } else if (stirs % STIRS_OF_A_TRY == 0) {
                repeat();
            }
            stir.run();
        }
        throw new AssertionError("no answer comes to " + request);
    }

    private static boolean isForNow(Reply reply) {
        return reply instanceof Refused refused && refused.code().kind() == ErrorCode.Kind.ROUTING;
    }

    private void send(Envelope envelope) {
        open = Optional.of(envelope);
        answer = Optional.empty();
        rig.send(envelope, reply -> {
            if (open.equals(Optional.of(envelope)) && (answer.isEmpty() || isForNow(answer.get()))) {
                answer = Optional.of(reply);
            }
        });
    }

    /** The server may be another by now. */
    void repeat() {
        open.ifPresent(this::send);
    }
}
