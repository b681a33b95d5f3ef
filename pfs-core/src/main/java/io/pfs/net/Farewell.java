package io.pfs.net;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/** Says why a link is refused, and ends it. */
public final class Farewell implements LinkHandler {
    private final PfsException why;

    public Farewell(PfsException why) {
        this.why = why;
    }

    @Override
    public void opened(Link link) {
        link.send(Goodbye.of(why).encode(new ByteWriter(64)));
        link.flush();
        link.close();
    }

    @Override
    public void received(ByteReader body) {}

    @Override
    public void caughtUp() {}

    @Override
    public void writable() {}

    @Override
    public void closed(PfsException cause) {}
}
