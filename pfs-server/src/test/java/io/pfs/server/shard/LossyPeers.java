package io.pfs.server.shard;

import io.pfs.server.access.Peers;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The way between shards on which messages and answers get lost, come twice, and overtake each other. */
final class LossyPeers implements Peers {
    private final Peers direct;
    private final Chance chance;

    /** What all shards share: the messages on their way, and whether anything goes wrong. */
    static final class Chance {
        private final Random random;
        private final List<Runnable> onTheirWay = new ArrayList<>();
        private boolean calm;

        Chance(Random random) {
            this.random = random;
        }

        private void send(Runnable message) {
            int copies = calm ? 1 : random.nextInt(8) == 0 ? 0 : random.nextInt(6) == 0 ? 2 : 1;
            for (int i = 0; i < copies; i++) {
                onTheirWay.add(message);
            }
        }

        /** Delivers any one; says whether there was one. */
        boolean deliver() {
            if (onTheirWay.isEmpty()) {
                return false;
            }
            onTheirWay.remove(random.nextInt(onTheirWay.size())).run();
            return true;
        }

        void forgetAll() {
            onTheirWay.clear();
        }

        void calmDown() {
            calm = true;
        }
    }

    LossyPeers(Peers direct, Chance chance) {
        this.direct = direct;
        this.chance = chance;
    }

    @Override
    public void ask(Envelope envelope, Reply.Sink sink) {
        chance.send(() -> direct.ask(envelope, reply -> chance.send(() -> sink.answer(reply))));
    }
}
