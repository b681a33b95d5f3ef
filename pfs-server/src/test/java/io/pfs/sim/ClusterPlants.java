package io.pfs.sim;

import io.pfs.ProcedureId;
import io.pfs.RequestId;
import io.pfs.TableId;
import io.pfs.row.RowKind;
import io.pfs.server.access.Peers;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.table.Intent;
import io.pfs.server.table.Intent.Lending;
import io.pfs.server.table.Intent.Spreading;
import io.pfs.server.table.IntentCodec;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.Asker;
import io.pfs.wire.Envelope;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Prepare;
import io.pfs.wire.NameStep.Settle;
import io.pfs.wire.Reply.NameKept;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Request.TakeStep;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Bugs that show between servers only, or there first. */
final class ClusterPlants {
    private ClusterPlants() {}

    static void addTo(Map<String, Supplier<Plant>> plants) {
        plants.put("say that a step is taken before it is forced", TakeUnforced::new);
        plants.put("take a step of a peer twice", TakeTwice::new);
        plants.put("forget what was lent", () -> new ForgetIntents(Lending.class));
        plants.put("forget that a table is being distributed", () -> new ForgetIntents(Spreading.class));
    }

    /** In one server nothing comes of it: there the force of what follows is that of the step, too. */
    private static final class TakeUnforced implements Plant {
        @Override
        public Peers peers(Peers peers) {
            return (envelope, sink) -> {
                if (envelope.request() instanceof TakeStep take && take.step() instanceof Settle) {
                    sink.answer(new StepTaken());
                    peers.ask(envelope, late -> {});
                } else {
                    peers.ask(envelope, sink);
                }
            };
        }
    }

    /** A row that came is there once more some steps later, as if that one had come by another name of its procedure. */
    private static final class TakeTwice implements Plant {
        private static final int STEPS_BETWEEN = 6;

        private final ArrayDeque<Envelope> taken = new ArrayDeque<>();
        private int sinceThen;

        @Override
        public Peers peers(Peers peers) {
            return (envelope, sink) -> {
                sinceThen++;
                if (sinceThen > STEPS_BETWEEN && !taken.isEmpty()) {
                    again(peers, taken.remove());
                }
                if (envelope.request() instanceof TakeStep take
                        && take.step() instanceof Settle settle
                        && settle.row().isPresent()) {
                    taken.add(envelope);
                    sinceThen = 0;
                }
                peers.ask(envelope, sink);
            };
        }

        private static void again(Peers peers, Envelope envelope) {
            TakeStep take = (TakeStep) envelope.request();
            Settle settle = (Settle) take.step();
            ProcedureId first = take.procedure();
            ProcedureId second = new ProcedureId(first.coordinator(), ~first.number());
            Prepare prepare = new Prepare(settle.name(), RowKind.FILE, true, Optional.empty(), Asker.NOBODY);
            peers.ask(with(envelope, second, prepare), reply -> {
                if (reply instanceof NameKept) {
                    peers.ask(with(envelope, second, settle), ignored -> {});
                }
            });
        }

        private static Envelope with(Envelope envelope, ProcedureId procedure, NameStep step) {
            RequestId id = new RequestId(procedure.coordinator().value(), procedure.number(), 0);
            TableId table = envelope.request().table();
            return new Envelope(id, 0, envelope.shard(), new TakeStep(table, procedure, step));
        }
    }

    /**
     * After its next start a server does not know that rows of others point to what it has; or it takes slices for gone that it was
     * still to give away.
     */
    private static final class ForgetIntents extends GcPlants.Rewriting {
        private final Class<? extends Intent> forgotten;

        ForgetIntents(Class<? extends Intent> forgotten) {
            this.forgotten = forgotten;
        }

        @Override
        List<Change> instead(List<Change> changes) {
            List<Change> fewer =
                    changes.stream().filter(change -> !isForgotten(change)).toList();
            return fewer.isEmpty() ? changes : fewer;
        }

        private boolean isForgotten(Change change) {
            return change instanceof RowPut put
                    && put.table()
                            .equals(TableFacts.intents(put.table().maker()).id())
                    && IntentCodec.ofRow(put.name(), put.row())
                            .filter(forgotten::isInstance)
                            .isPresent();
        }
    }
}
