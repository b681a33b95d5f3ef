package io.pfs.sim;

import io.pfs.server.access.Peers;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;

/** Carries messages between the shards of a server, in one life of it, as badly as those between clients and servers. */
final class SimPeers implements Peers {
    private final Peers direct;
    private final Life life;
    private final SimNetwork network;

    SimPeers(Peers direct, Life life, SimNetwork network) {
        this.direct = direct;
        this.life = life;
        this.network = network;
    }

    @Override
    public void ask(Envelope envelope, Reply.Sink sink) {
        network.send(
                life,
                "step",
                () -> direct.ask(envelope, reply -> network.send(life, "answer to a step", () -> sink.answer(reply))));
    }
}
