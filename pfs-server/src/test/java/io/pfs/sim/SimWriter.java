package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.RowName;
import io.pfs.cell.ObjectFile;
import io.pfs.row.TablePointer;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.ObjectPrefix;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.ObjectBegun;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.DropObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.WriteObject;
import io.pfs.wire.RowEdit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A client that writes large cells, piece by piece, to rows of a table of its own, one after the other; at times it dies in
 * the middle, or thinks better of it. What it reads must be what was written last, whole.
 */
final class SimWriter {
    private static final long CLIENT = 1L << 35;
    private static final long PAUSE_NS = 400_000;
    private static final long SLOW_PAUSE_NS = 1_000_000_000;
    private static final int OPERATIONS = 60;
    private static final int BIG_MAX = 4_000;
    private static final int HUGE_MAX = 200_000;
    private static final int LOSSES_MAX = 3;
    private static final List<ColumnId> COLUMNS = List.of(new ColumnId(0), new ColumnId(9));

    private final SimWorld world;
    private final Prng prng;
    private final SimAsking asker;
    private final TablePointer table;
    private final TreeMap<Place, byte[]> written = new TreeMap<>();
    private int operationsLeft;

    /** A cell of a row. */
    record Place(String row, ColumnId column) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return toString().compareTo(other.toString());
        }
    }

    SimWriter(SimWorld world, Prng prng, SimAsking asker, TablePointer table, int operations) {
        this.world = world;
        this.prng = prng;
        this.asker = asker;
        this.table = table;
        this.operationsLeft = operations;
    }

    /** One that asks servers which stay where they are. */
    static SimWriter of(SimWorld world, Prng prng, SimCluster cluster, TablePointer table, int shards) {
        SimAsking asker = new SimAsker("writer", CLIENT, world, prng, cluster, table, shards);
        return new SimWriter(world, prng, asker, table, OPERATIONS);
    }

    boolean isDone() {
        return operationsLeft == 0 && asker.isIdle();
    }

    void start() {
        nextLater();
    }

    private void nextLater() {
        asker.later(PAUSE_NS, this::next);
    }

    private void next() {
        if (operationsLeft == 0) {
            return;
        }
        operationsLeft--;
        Place place = new Place("n" + prng.below(4), COLUMNS.get(prng.below(2)));
        switch (prng.below(10)) {
            case 0 -> remove(place.row());
            case 1 -> putSmall(place);
            case 2, 3, 4 -> read(place);
            default -> new Writing(place).begin();
        }
    }

    private RowName name(Place place) {
        return RowName.of(place.row());
    }

    private void remove(String row) {
        asker.ask(new RemoveRow(table.table(), RowName.of(row), Expected.ANY), reply -> {
            require(reply instanceof Reply.RowGone, "a row is removed", reply);
            written.keySet().removeIf(place -> place.row().equals(row));
            nextLater();
        });
    }

    /** A large cell becomes a small one. */
    private void putSmall(Place place) {
        byte[] bytes = bytes(prng.below(100));
        RowEdit edit = RowEdit.ofCells(List.of(new CellPut(place.column(), bytes, false)));
        edit(place, edit, reply -> {
            require(reply instanceof Reply.RowChanged, "a cell is written", reply);
            written.put(place, bytes);
            nextLater();
        });
    }

    private void edit(Place place, RowEdit edit, Consumer<Reply> then) {
        asker.ask(new EditRow(table.table(), name(place), Expected.ANY, SimRequests.FILE, edit), then);
    }

    private void read(Place place) {
        int length = prng.below(HUGE_MAX);
        long from = prng.oneIn(2) ? 0 : prng.below(HUGE_MAX);
        asker.ask(new ReadCell(table.table(), name(place), place.column(), from, length), reply -> {
            requireSame(place, from, length, reply);
            nextLater();
        });
    }

    private void requireSame(Place place, long from, int length, Reply reply) {
        Optional<byte[]> cell = Optional.ofNullable(written.get(place));
        boolean fits;
        if (reply instanceof CellFound found && cell.isPresent()) {
            int start = (int) Math.min(from, cell.get().length);
            byte[] part = Arrays.copyOfRange(cell.get(), start, Math.min(cell.get().length, start + length));
            fits = found.cellLength() == cell.get().length && Arrays.equals(part, found.bytes());
        } else {
            fits = cell.isEmpty() && reply instanceof Refused refused && refused.code() == ErrorCode.NOT_FOUND;
        }
        String expected = cell.map(bytes -> bytes.length + " bytes").orElse("nothing");
        require(fits, place + " holds " + expected + ", read " + length + " from " + from, reply);
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        Prng own = new Prng(prng.nextLong());
        for (int i = 0; i < length; i += 16) {
            bytes[i] = (byte) own.nextLong();
        }
        return bytes;
    }

    /**
     * One large cell on its way. What is forced of it in between, a row has from then on. When it is lost it goes on with another object, if
     * that can begin with what was answered for.
     */
    private final class Writing {
        private final Place place;
        private final byte[] bytes;
        private final int pieceBytes;
        private final boolean syncs = prng.oneIn(2);
        /** Its pieces come one by one, so that much happens meanwhile. */
        private final boolean isSlow;

        private ObjectTicket ticket = newTicket();
        private long object;
        private int answered;
        private int handed;
        private int unanswered;
        private int losses;
        private boolean isOver;

        Writing(Place place) {
            this.place = place;
            this.bytes = SimWriter.this.bytes(1 + prng.below(prng.oneIn(4) ? HUGE_MAX : BIG_MAX));
            this.isSlow = bytes.length > ObjectFile.CHUNK_BYTES && prng.oneIn(2);
            this.pieceBytes = 1 + bytes.length / (1 + prng.below(5));
        }

        private ObjectTicket newTicket() {
            return new ObjectTicket(prng.nextLong(), prng.nextLong());
        }

        void begin() {
            begin(Optional.empty());
        }

        private void begin(Optional<ObjectPrefix> prefix) {
            asker.ask(
                    new BeginObject(table.table(), name(place), place.column(), ticket, bytes.length, prefix),
                    reply -> begun(prefix, reply));
        }

        /** What it was to begin with may be lost, too. */
        private void begun(Optional<ObjectPrefix> prefix, Reply reply) {
            if (reply instanceof ObjectBegun begun) {
                long expected =
                        prefix.map(its -> its.chunks() * ObjectFile.CHUNK_BYTES).orElse(0L);
                require(begun.bytes() == expected, "an object begins with " + expected + " bytes", reply);
                prefix.ifPresent(its -> world.tally().count("writer: went on elsewhere"));
                object = begun.object();
                answered = (int) begun.bytes();
                handed = answered;
            } else if (prefix.isPresent()) {
                losses = LOSSES_MAX;
            }
            goOn(reply, this::writeOrEnd);
        }

        private void writeOrEnd() {
            if (handed < bytes.length) {
                write();
            } else {
                written();
            }
        }

        /** What was begun may be lost by now, or not be allowed: then nothing has changed. */
        private void goOn(Reply reply, Runnable then) {
            if (isOver) {
                return;
            }
            if (reply instanceof Refused refused && refused.code() == ErrorCode.OBJECT_LOST && losses < LOSSES_MAX) {
                goOnElsewhere();
            } else if (reply instanceof Refused refused) {
                boolean isMeant = refused.code() == ErrorCode.OBJECT_LOST || refused.code() == ErrorCode.TOO_LARGE;
                require(isMeant, "an object is written", reply);
                leave("refused, " + refused.code());
                drop();
            } else if (prng.oneIn(25)) {
                leave("died in the middle");
                nextLater();
            } else if (prng.oneIn(25)) {
                leave("thought better of it");
                drop();
            } else {
                then.run();
            }
        }

        /** Nobody hears any more what becomes of what is under way. */
        private void goOnElsewhere() {
            losses++;
            asker.withdraw();
            unanswered = 0;
            long chunks = answered / ObjectFile.CHUNK_BYTES;
            Optional<ObjectPrefix> prefix =
                    chunks == 0 ? Optional.empty() : Optional.of(new ObjectPrefix(object, ticket, chunks));
            ticket = newTicket();
            begin(prefix);
        }

        /** Other pieces may still be under way. */
        private void leave(String why) {
            isOver = true;
            world.tally().count("writer: " + why);
            asker.withdraw();
        }

        private void drop() {
            asker.ask(new DropObject(table.table(), name(place), ticket), dropped -> nextLater());
        }

        /** Some pieces, or all, at once: the network brings them in any order. */
        private void write() {
            if (handed > 0) {
                readMeanwhile();
            }
            do {
                int end = Math.min(bytes.length, handed + pieceBytes);
                byte[] piece = Arrays.copyOfRange(bytes, handed, end);
                WriteObject request = new WriteObject(table.table(), name(place), ticket, handed, piece);
                unanswered++;
                asker.ask(request, reply -> answered(() -> goOn(reply, () -> written(end))));
                handed = end;
            } while (handed < bytes.length && !isSlow && !(syncs && prng.oneIn(2)));
        }

        private void readMeanwhile() {
            unanswered++;
            asker.ask(new ReadCell(table.table(), name(place), place.column(), 0, HUGE_MAX), reply -> {
                requireSame(place, 0, HUGE_MAX, reply);
                answered(this::written);
            });
        }

        private void answered(Runnable then) {
            unanswered--;
            if (!isOver) {
                then.run();
            }
        }

        private void written(int upTo) {
            answered = Math.max(answered, upTo);
            written();
        }

        private void written() {
            if (unanswered > 0) {
                return;
            }
            if (handed < bytes.length && isSlow && !(syncs && prng.oneIn(2))) {
                asker.later(SLOW_PAUSE_NS, this::write);
            } else if (handed < bytes.length || (syncs && prng.oneIn(2))) {
                asker.ask(
                        new ForceObject(table.table(), name(place), ticket, handed),
                        reply -> goOn(reply, () -> commit(this::synced)));
            } else {
                asker.ask(
                        new SealObject(table.table(), name(place), ticket, handed),
                        reply -> goOn(reply, () -> commit(SimWriter.this::nextLater)));
            }
        }

        private void synced() {
            world.tally().count("writer: part of a large cell visible");
            if (handed < bytes.length) {
                write();
            } else {
                drop();
            }
        }

        private void commit(Runnable then) {
            edit(place, RowEdit.ofObject(new ObjectPut(place.column(), ticket, handed)), reply -> {
                boolean isLost = reply instanceof Refused refused && refused.code() == ErrorCode.OBJECT_LOST;
                require(isLost || reply instanceof Reply.RowChanged, "a large cell is written", reply);
                world.tally().count(isLost ? "writer: lost at its end" : "writer: large cell written");
                if (isLost && losses < LOSSES_MAX) {
                    goOnElsewhere();
                } else if (isLost) {
                    nextLater();
                } else {
                    SimWriter.this.written.put(place, Arrays.copyOf(bytes, handed));
                    then.run();
                }
            });
        }
    }

    /** Reads everything, and throws if it is not what was written. */
    void audit(Function<Request, Reply> asking) {
        for (int row = 0; row < 4; row++) {
            for (ColumnId column : COLUMNS) {
                Place place = new Place("n" + row, column);
                Request request = new ReadCell(table.table(), name(place), column, 0, HUGE_MAX);
                requireSame(place, 0, HUGE_MAX, asking.apply(request));
            }
        }
    }

    private static void require(boolean holds, String what, Reply reply) {
        if (!holds) {
            throw new SimViolation(
                    "writer: expected that " + what + ", but the answer is " + SimOperations.describe(reply));
        }
    }
}
