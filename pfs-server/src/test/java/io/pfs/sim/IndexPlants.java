package io.pfs.sim;

import io.pfs.kv.KvBatch;
import io.pfs.kv.KvHome;
import io.pfs.kv.KvIndex;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Bugs about indexes of rows. */
final class IndexPlants {
    private IndexPlants() {}

    static void addTo(Map<String, Supplier<Plant>> plants) {
        plants.put("lose a batch of the index and none behind it", LoseOneBatch::new);
        plants.put("say of an index that was lost how far it came", KeepOnlyTheState::new);
    }

    /** Every fifth batch that holds rows is taken for written. */
    private static final class LoseOneBatch implements Plant {
        private int batches;

        @Override
        public KvHome index(KvHome index) {
            return writing(index, (there, batch) -> {
                batches += batch.entries().size() > 2 ? 1 : 0;
                if (batch.entries().size() <= 2 || batches % 5 != 0) {
                    there.write(batch);
                }
            });
        }
    }

    /** Of a batch only the last entry is written at times, which is how far the index came. */
    private static final class KeepOnlyTheState implements Plant {
        private int batches;

        @Override
        public KvHome index(KvHome index) {
            return writing(index, (there, batch) -> {
                batches++;
                int size = batch.entries().size();
                boolean isState = batch.entries().get(size - 1) instanceof KvBatch.Entry.One one
                        && one.key().length == 3
                        && one.value().isPresent();
                if (size > 1 && isState && batches % 3 == 0) {
                    KvBatch.Entry.One state =
                            (KvBatch.Entry.One) batch.entries().get(size - 1);
                    there.write(new KvBatch().put(state.key(), state.value().orElseThrow()));
                } else {
                    there.write(batch);
                }
            });
        }
    }

    /** Writes in another way. */
    private interface Writing {
        void write(KvIndex index, KvBatch batch);
    }

    private static KvHome writing(KvHome home, Writing writing) {
        return new KvHome() {
            @Override
            public KvIndex open() {
                return new Other(home.open(), writing);
            }

            @Override
            public boolean exists() {
                return home.exists();
            }

            @Override
            public void reset(KvIndex damaged) {
                home.reset(((Other) damaged).index);
            }
        };
    }

    private record Other(KvIndex index, Writing writing) implements KvIndex {
        @Override
        public Optional<byte[]> get(byte[] key) {
            return index.get(key);
        }

        @Override
        public void write(KvBatch batch) {
            writing.write(index, batch);
        }

        @Override
        public void force() {
            index.force();
        }

        @Override
        public void scan(byte[] from, byte[] to, Visitor visitor) {
            index.scan(from, to, visitor);
        }

        @Override
        public void keys(byte[] from, byte[] to, Direction direction, KeyVisitor visitor) {
            index.keys(from, to, direction, visitor);
        }

        @Override
        public long estimate(byte[] from, byte[] to) {
            return index.estimate(from, to);
        }

        @Override
        public void close() {
            index.close();
        }
    }
}
