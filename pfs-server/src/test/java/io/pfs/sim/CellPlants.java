package io.pfs.sim;

import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.ChangeCodec;
import io.pfs.server.journal.Journal;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Bugs about cells and their bytes. */
final class CellPlants {
    private CellPlants() {}

    static void addTo(Map<String, Supplier<Plant>> plants) {
        plants.put("acknowledge before the segment is forced", () -> new SkipPoolForce("column-"));
        plants.put("acknowledge before the object is forced", () -> new SkipPoolForce("object-"));
        plants.put("forget that rows point to objects", ForgetObjects::new);
        plants.put("cut the journal while it alone holds a cell", CutTooMuch::new);
        plants.put("forget cells that came before the checkpoint", ForgetOldCells::new);
        plants.put("keep a reply for the first record of a batch only", ForgetReply::new);
    }

    /** Rows point to cells whose bytes are still on their way to the disk. */
    private static final class SkipPoolForce implements Plant {
        private final String prefix;

        SkipPoolForce(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public Disk poolDisk(Disk disk) {
            return new ForwardingDisk(disk) {
                @Override
                protected DiskFile opened(DiskFile file) {
                    return new ForwardingFile(file) {
                        @Override
                        public void force() {
                            if (!name().startsWith(prefix)) {
                                super.force();
                            }
                        }
                    };
                }
            };
        }
    }

    /** The journal does not say that a record makes a row point to an object: after a restart that is garbage. */
    private static final class ForgetObjects implements Plant {
        @Override
        public Journal journal(Journal journal, Journal.Listener listener, Consumer<Runnable> soon) {
            return new ForwardingJournal(journal) {
                @Override
                public Appended append(ShardId shard, Position position, byte[] payload, int offset, int length) {
                    List<Change> changes = decode(payload, offset, length);
                    boolean pointsToObject = changes.stream().anyMatch(ForgetObjects::pointsToObject);
                    List<Change> fewer = changes.stream()
                            .filter(change -> !(pointsToObject && change instanceof CellsCounted))
                            .toList();
                    ByteWriter out = new ByteWriter(length);
                    ChangeCodec.encode(fewer, out);
                    return super.append(shard, position, out.array(), 0, out.length());
                }
            };
        }

        private static boolean pointsToObject(Change change) {
            return change instanceof RowPut put
                    && RowLayout.cell(put.row(), 0, 0)
                            .filter(CellLocation::isObject)
                            .isPresent();
        }
    }

    private static List<Change> decode(byte[] payload, int offset, int length) {
        return ChangeCodec.decode(new ByteReader("record", 0, payload, offset, offset + length));
    }

    /** The checkpoints of a shard, as its journal tells of them. */
    private static final class Checkpoints {
        private final Map<ShardId, CheckpointDone> last = new TreeMap<>();
        private final Map<ShardId, CheckpointDone> before = new TreeMap<>();

        void note(ShardId shard, byte[] payload, int offset, int length) {
            if (ChangeCodec.isCheckpoint(payload, offset, length)) {
                CheckpointDone done =
                        (CheckpointDone) decode(payload, offset, length).get(0);
                CheckpointDone older = last.put(shard, done);
                if (older != null) {
                    before.put(shard, older);
                }
            }
        }

        long replayFrom(Map<ShardId, CheckpointDone> of, ShardId shard) {
            CheckpointDone done = of.get(shard);
            return done == null ? 1 : done.replayFrom();
        }
    }

    private static final class CutTooMuch implements Plant {
        @Override
        public Journal journal(Journal journal, Journal.Listener listener, Consumer<Runnable> soon) {
            Checkpoints checkpoints = new Checkpoints();
            return new ForwardingJournal(journal) {
                @Override
                public Appended append(ShardId shard, Position position, byte[] payload, int offset, int length) {
                    checkpoints.note(shard, payload, offset, length);
                    return super.append(shard, position, payload, offset, length);
                }

                @Override
                public void trim(Map<ShardId, Long> firstNeeded) {
                    Map<ShardId, Long> fewer = new TreeMap<>(firstNeeded);
                    fewer.replaceAll(
                            (shard, first) -> Math.max(first, checkpoints.replayFrom(checkpoints.before, shard)));
                    super.trim(fewer);
                }
            };
        }
    }

    /** Replay begins where the last checkpoint says, whatever rows in images point to. */
    private static final class ForgetOldCells implements Plant {
        @Override
        public Journal journal(Journal journal, Journal.Listener listener, Consumer<Runnable> soon) {
            Checkpoints checkpoints = new Checkpoints();
            return new ForwardingJournal(journal) {
                @Override
                public Replayed scan(RecordVisitor visitor) {
                    return super.scan((shard, position, bytes, offset, length) -> {
                        checkpoints.note(shard, bytes, offset, length);
                        visitor.record(shard, position, bytes, offset, length);
                    });
                }

                @Override
                public Replayed replay(RecordVisitor visitor) {
                    return super.replay((shard, position, bytes, offset, length) -> {
                        if (position.sequence() >= checkpoints.replayFrom(checkpoints.last, shard)) {
                            visitor.record(shard, position, bytes, offset, length);
                        }
                    });
                }
            };
        }
    }

    private static final class ForgetReply implements Plant {
        @Override
        public Journal journal(Journal journal, Journal.Listener listener, Consumer<Runnable> soon) {
            return new ForwardingJournal(journal) {
                private int inBatch;

                @Override
                public Appended append(ShardId shard, Position position, byte[] payload, int offset, int length) {
                    inBatch++;
                    if (inBatch < 2) {
                        return super.append(shard, position, payload, offset, length);
                    }
                    List<Change> changes = decode(payload, offset, length);
                    List<Change> fewer = changes.stream()
                            .filter(change -> !(change instanceof ReplyKept))
                            .toList();
                    ByteWriter out = new ByteWriter(length);
                    ChangeCodec.encode(fewer, out);
                    return super.append(shard, position, out.array(), 0, out.length());
                }

                @Override
                public void commit() {
                    inBatch = 0;
                    super.commit();
                }
            };
        }
    }
}
