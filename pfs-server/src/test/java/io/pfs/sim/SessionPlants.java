package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Bugs about connections. */
final class SessionPlants {
    private SessionPlants() {}

    static void addTo(Map<String, Supplier<Plant>> plants) {
        plants.put("say of what was sent that it was not", SayUnsent::new);
    }

    /** Whoever hears that nothing was sent asks anew, under another id: it is done twice. */
    private static final class SayUnsent implements Plant {
        @Override
        public Connection connection(Connection connection) {
            return new Connection() {
                @Override
                public FileSystemFacts facts() {
                    return connection.facts();
                }

                @Override
                public void send(List<Call> calls) {
                    connection.send(calls.stream().map(SayUnsent::wrong).toList());
                }

                @Override
                public void hears(LeaseHolder listener) {
                    connection.hears(listener);
                }

                @Override
                public void close() {
                    connection.close();
                }
            };
        }

        private static Call wrong(Call call) {
            return new Call(
                    call.envelope(), call.deadlineNs(), reply -> call.sink().answer(unsent(reply)));
        }

        private static Reply unsent(Reply reply) {
            return reply instanceof Refused refused && refused.code() == ErrorCode.UNKNOWN_OUTCOME
                    ? new Refused(ErrorCode.UNREACHABLE, refused.message())
                    : reply;
        }
    }
}
