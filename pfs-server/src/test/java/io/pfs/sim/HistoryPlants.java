package io.pfs.sim;

import io.pfs.RequestId;
import io.pfs.row.RowKind;
import io.pfs.server.access.Peers;
import io.pfs.wire.Envelope;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NameStep.Seal;
import io.pfs.wire.NameStep.Unseal;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.Request.TakeStep;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Bugs that show only to several clients of the same names, and only if what they were told is looked at together: of each name
 * alone, and for one client alone, all is as it should be.
 */
final class HistoryPlants {
    private HistoryPlants() {}

    static void addTo(Map<String, Supplier<Plant>> plants) {
        plants.put("let a session read what it saw before another renamed it", StaleSessions::new);
        plants.put("show a row under its new name before the rename is decided", ShowEarly::new);
        plants.put("look whether a directory is empty, and let it be filled until it goes", LeaveUnsealed::new);
    }

    private static RowKey key(AboutRow request) {
        return new RowKey(request.table(), request.name());
    }

    /** Keeps what each session read, and forgets it when a row is changed; but a rename only for the session that asked for it. */
    private static final class StaleSessions implements Plant {
        @Override
        public Peers requests(Peers shards) {
            return new Cache(shards);
        }

        private static final class Cache implements Peers {
            private final Peers shards;
            private final Map<Long, Map<ReadRow, Reply>> seen = new HashMap<>();
            private final Map<RowKey, Integer> changes = new HashMap<>();

            Cache(Peers shards) {
                this.shards = shards;
            }

            @Override
            public void ask(Envelope envelope, Reply.Sink sink) {
                long client = envelope.id().clientHigh();
                Map<ReadRow, Reply> own = seen.computeIfAbsent(client, id -> new HashMap<>());
                Request request = envelope.request();
                if (request instanceof ReadRow read) {
                    Optional<Reply> known = Optional.ofNullable(own.get(read));
                    known.ifPresentOrElse(sink::answer, () -> read(envelope, read, own, sink));
                } else {
                    forget(request, own);
                    shards.ask(envelope, reply -> {
                        forget(request, own);
                        sink.answer(reply);
                    });
                }
            }

            private void read(Envelope envelope, ReadRow read, Map<ReadRow, Reply> own, Reply.Sink sink) {
                int before = changes.getOrDefault(key(read), 0);
                shards.ask(envelope, reply -> {
                    boolean isFile = reply instanceof RowFound found
                            && found.found().row().kind() == RowKind.FILE;
                    if (isFile && changes.getOrDefault(key(read), 0) == before) {
                        own.put(read, reply);
                    }
                    sink.answer(reply);
                });
            }

            private void forget(Request request, Map<ReadRow, Reply> own) {
                if (request instanceof RenameRow rename) {
                    forget(key(rename), List.of(own));
                    forget(new RowKey(rename.toTable(), rename.toName()), List.of(own));
                } else if (request instanceof AboutRow about) {
                    forget(key(about), seen.values());
                } else if (request instanceof EditRows edits) {
                    for (EditRow edit : edits.edits()) {
                        forget(key(edit), seen.values());
                    }
                }
            }

            private void forget(RowKey key, Iterable<Map<ReadRow, Reply>> sessions) {
                changes.merge(key, 1, Integer::sum);
                sessions.forEach(
                        session -> session.keySet().removeIf(read -> key(read).equals(key)));
            }
        }
    }

    /** While a row is on its way to another shard, it is found there already, and still where it was. */
    private static final class ShowEarly implements Plant {
        private static final long CLIENT = 1L << 42;

        @Override
        public Peers requests(Peers shards) {
            return new Preview(shards);
        }

        private static final class Preview implements Peers {
            private final Peers shards;
            private final Set<RequestId> begun = new HashSet<>();
            private final Set<RequestId> ended = new HashSet<>();
            private final Map<RowKey, FoundRow> early = new HashMap<>();
            private long sequence;

            Preview(Peers shards) {
                this.shards = shards;
            }

            @Override
            public void ask(Envelope envelope, Reply.Sink sink) {
                if (envelope.request() instanceof RenameRow rename
                        && !rename.toShard().equals(envelope.shard())
                        && begun.add(envelope.id())) {
                    RowKey to = new RowKey(rename.toTable(), rename.toName());
                    look(envelope, rename, to);
                    shards.ask(envelope, reply -> {
                        ended.add(envelope.id());
                        early.remove(to);
                        sink.answer(reply);
                    });
                } else if (envelope.request() instanceof ReadRow read && early.containsKey(key(read))) {
                    sink.answer(new RowFound(
                            Optional.ofNullable(early.get(key(read))).orElseThrow()));
                } else {
                    shards.ask(envelope, sink);
                }
            }

            private void look(Envelope envelope, RenameRow rename, RowKey to) {
                sequence++;
                RequestId id = new RequestId(CLIENT, 1, sequence);
                ReadRow read = new ReadRow(rename.table(), rename.name(), HistoryWire.COLUMNS);
                shards.ask(new Envelope(id, sequence, envelope.shard(), read), reply -> {
                    if (reply instanceof RowFound found && !ended.contains(envelope.id())) {
                        FoundRow row = found.found();
                        early.put(to, new FoundRow(to.name(), row.bytes(), row.cells(), row.large()));
                    }
                });
            }
        }
    }

    /** The seal is taken off as soon as nothing was found in the directory. */
    private static final class LeaveUnsealed implements Plant {
        @Override
        public Peers peers(Peers peers) {
            return (envelope, sink) -> {
                if (envelope.request() instanceof TakeStep take && take.step() instanceof Seal) {
                    TakeStep unseal = new TakeStep(take.table(), take.procedure(), new Unseal());
                    Envelope after = new Envelope(envelope.id(), envelope.lowestOpen(), envelope.shard(), unseal);
                    peers.ask(envelope, reply -> {
                        if (reply instanceof StepTaken) {
                            peers.ask(after, unsealed -> {});
                        }
                        sink.answer(reply);
                    });
                } else {
                    peers.ask(envelope, sink);
                }
            };
        }
    }
}
