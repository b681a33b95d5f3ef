package io.pfs.sim;

import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.server.access.Peers;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.SliceAdopted;
import io.pfs.server.change.ChangeCodec;
import io.pfs.server.journal.Journal;
import io.pfs.wire.NameStep.OfferSlice;
import io.pfs.wire.Reply.SlicePart;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Request.TakeStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Bugs about slices that go from shard to shard. */
final class SlicePlants {
    private SlicePlants() {}

    static void addTo(Map<String, Supplier<Plant>> plants) {
        plants.put("let an adoption that is repeated bring back old rows", AdoptAgain::new);
        plants.put("give away a slice that was only offered", GiveUnadopted::new);
        plants.put("leave the replies of a slice behind", LeaveReplies::new);
    }

    /** Replays the first adoption in a shard once more behind its last record, as one that came twice. */
    private static final class AdoptAgain implements Plant {
        private record Seen(byte[] bytes, int offset, int length) {}

        @Override
        public Journal journal(Journal journal, Journal.Listener listener, Consumer<Runnable> soon) {
            return new ForwardingJournal(journal) {
                @Override
                public Replayed replay(RecordVisitor visitor) {
                    TreeMap<ShardId, Seen> adoptions = new TreeMap<>();
                    TreeMap<ShardId, Position> last = new TreeMap<>();
                    Replayed replayed = super.replay((shard, position, bytes, offset, length) -> {
                        if (isAdoption(bytes, offset, length)) {
                            adoptions.computeIfAbsent(shard, s -> new Seen(bytes.clone(), offset, length));
                        }
                        last.put(shard, position);
                        visitor.record(shard, position, bytes, offset, length);
                    });
                    adoptions.forEach((shard, seen) -> {
                        Position end = Optional.ofNullable(last.get(shard)).orElseThrow();
                        Position behind = new Position(end.epoch(), end.sequence() + 1);
                        visitor.record(shard, behind, seen.bytes, seen.offset, seen.length);
                    });
                    return replayed;
                }
            };
        }

        private static boolean isAdoption(byte[] bytes, int offset, int length) {
            List<Change> changes = ChangeCodec.decode(new ByteReader("record", 0, bytes, offset, offset + length));
            return changes.stream().anyMatch(SliceAdopted.class::isInstance);
        }
    }

    /** The offer is lost, and taken for accepted. */
    private static final class GiveUnadopted implements Plant {
        @Override
        public Peers peers(Peers peers) {
            return (envelope, sink) -> {
                if (envelope.request() instanceof TakeStep take && take.step() instanceof OfferSlice) {
                    sink.answer(new StepTaken());
                } else {
                    peers.ask(envelope, sink);
                }
            };
        }
    }

    /** Whoever repeats a request where the slice is now is served as if he asked for the first time. */
    private static final class LeaveReplies implements Plant {
        @Override
        public Peers peers(Peers peers) {
            return (envelope, sink) -> peers.ask(
                    envelope,
                    reply -> sink.answer(
                            reply instanceof SlicePart part
                                    ? new SlicePart(part.facts(), part.depth(), part.rows(), List.of(), part.next())
                                    : reply));
        }
    }
}
