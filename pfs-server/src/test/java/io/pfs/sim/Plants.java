package io.pfs.sim;

import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.format.Checksum;
import io.pfs.server.journal.Journal;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.JournalSums;
import io.pfs.server.state.GroupContext.CheckpointScope;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The bugs that can be planted, by name. */
final class Plants {
    /** Each makes a fresh plant: some remember what they saw. */
    static final Map<String, Supplier<Plant>> ALL = all();

    private Plants() {}

    private static Map<String, Supplier<Plant>> all() {
        Map<String, Supplier<Plant>> plants = new TreeMap<>();
        plants.put("skip the force", SkipForce::new);
        plants.put("skip the force of the folder", SkipFolderForce::new);
        plants.put("force again after a failed force", ForceAgain::new);
        plants.put("skip a checksum", SkipChecksum::new);
        plants.put("acknowledge before the force", AcknowledgeEarly::new);
        plants.put("cut the journal at damage in the middle", CutAtDamage::new);
        plants.put("replay a record twice", ReplayTwice::new);
        plants.put("forget a slice at a checkpoint", ForgetSlice::new);
        CellPlants.addTo(plants);
        GcPlants.addTo(plants);
        SlicePlants.addTo(plants);
        SessionPlants.addTo(plants);
        HistoryPlants.addTo(plants);
        LeasePlants.addTo(plants);
        RightsPlants.addTo(plants);
        ClusterPlants.addTo(plants);
        IndexPlants.addTo(plants);
        return plants;
    }

    private static final class SkipForce implements Plant {
        @Override
        public Disk disk(Disk disk) {
            return new ForwardingDisk(disk) {
                @Override
                protected DiskFile opened(DiskFile file) {
                    return new ForwardingFile(file) {
                        @Override
                        public void force() {
                            // the bug
                        }
                    };
                }
            };
        }
    }

    private static final class ForceAgain implements Plant {
        @Override
        public Disk disk(Disk disk) {
            return new ForwardingDisk(disk) {
                @Override
                protected DiskFile opened(DiskFile file) {
                    return new ForwardingFile(file) {
                        @Override
                        public void force() {
                            try {
                                super.force();
                            } catch (PfsException e) {
                                super.force();
                            }
                        }
                    };
                }
            };
        }
    }

    private static final class SkipFolderForce implements Plant {
        @Override
        public Disk disk(Disk disk) {
            return new ForwardingDisk(disk) {
                @Override
                public void forceFolder() {
                    // the bug
                }
            };
        }
    }

    private static final class SkipChecksum implements Plant {
        private static final Checksum NEVER_WRONG = (bytes, at, length, stored) -> true;

        @Override
        public JournalSetup setup(JournalSetup s) {
            return new JournalSetup(
                    s.disk(),
                    s.owner(),
                    s.limits(),
                    s.durability(),
                    new JournalSums(NEVER_WRONG, NEVER_WRONG),
                    s.tailRule());
        }
    }

    private static final class CutAtDamage implements Plant {
        @Override
        public JournalSetup setup(JournalSetup s) {
            return new JournalSetup(
                    s.disk(), s.owner(), s.limits(), s.durability(), s.sums(), (damagedAt, knownForced) -> true);
        }
    }

    private static final class ForgetSlice implements Plant {
        private int seen;

        @Override
        public CheckpointScope scope() {
            return slice -> ++seen % 5 != 0;
        }
    }

    /** Tells the shards that a record is durable a moment after it was appended. */
    private static final class AcknowledgeEarly implements Plant {
        @Override
        public Journal.Listener listener(Journal.Listener listener) {
            return new Journal.Listener() {
                @Override
                public void durable(Journal.Durable durable) {
                    // has been told
                }

                @Override
                public void failed(PfsException cause, Journal.Durable kept) {
                    listener.failed(cause, kept);
                }
            };
        }

        @Override
        public Journal journal(Journal journal, Journal.Listener listener, Consumer<Runnable> soon) {
            return new ForwardingJournal(journal) {
                @Override
                public Appended append(ShardId shard, Position position, byte[] payload, int offset, int length) {
                    Appended appended = super.append(shard, position, payload, offset, length);
                    soon.accept(() -> listener.durable(new Durable(appended.era(), appended.record())));
                    return appended;
                }
            };
        }
    }

    /** Replays the first record of a shard once more behind its last. */
    private static final class ReplayTwice implements Plant {
        private record Seen(ShardId shard, Position position, byte[] bytes, int offset, int length) {}

        @Override
        public Journal journal(Journal journal, Journal.Listener listener, Consumer<Runnable> soon) {
            return new ForwardingJournal(journal) {
                @Override
                public Replayed replay(RecordVisitor visitor) {
                    TreeMap<ShardId, Seen> first = new TreeMap<>();
                    TreeMap<ShardId, Position> last = new TreeMap<>();
                    Replayed replayed = super.replay((shard, position, bytes, offset, length) -> {
                        first.computeIfAbsent(shard, s -> new Seen(s, position, bytes.clone(), offset, length));
                        last.put(shard, position);
                        visitor.record(shard, position, bytes, offset, length);
                    });
                    first.forEach((shard, seen) -> {
                        Position end = Optional.ofNullable(last.get(shard)).orElseThrow();
                        Position behind = new Position(end.epoch(), end.sequence() + 1);
                        visitor.record(shard, behind, seen.bytes, seen.offset, seen.length);
                    });
                    return replayed;
                }
            };
        }
    }
}
