package io.pfs.server.rpc;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Timers.Timer;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.net.Goodbye;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Login;
import io.pfs.net.MapFrame;
import io.pfs.net.Protocol;
import io.pfs.net.Speaker;
import io.pfs.server.identity.Askers;
import io.pfs.wire.Asker;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One connection of a client, from its first frame to its end. */
final class ServerSession implements LinkHandler {
    /** How often it is looked whether the calls of an ending session are answered. */
    private static final long ENDING_LOOK_NS = 1_000_000;

    /** Who is not let in by then hears why: sooner than a client leaves, which does not come again if it has heard nothing. */
    private static final long LET_IN_NS = Protocol.LOGIN_NS / 10 * 8;

    private static final int MAP_CAPACITY = 256;

    private final Sessions sessions;
    private final Places.Place place;
    private volatile @Nullable Link link;
    private @Nullable Greeting greeting;
    private Supplier<Asker> asker = () -> Asker.NOBODY;
    private Optional<ServedCalls> calls = Optional.empty();
    private Timer watch = () -> {};
    /** Whom it is found out of who he is, or was. */
    private Optional<String> lookedUp = Optional.empty();

    private boolean isKnown;
    private boolean isEnded;
    private long received;
    private long endBeforeNs;

    ServerSession(Sessions sessions, Places.Place place) {
        this.sessions = sessions;
        this.place = place;
    }

    @Override
    public void opened(Link opened) {
        link = opened;
        greeting = new Greeting(opened, sessions);
        if (!sessions.opened(this)) {
            goodbye(stopped());
            return;
        }
        watch = opened.timers().after(LET_IN_NS, () -> goodbye(tooLate()));
    }

    private PfsException tooLate() {
        return new PfsException(
                ErrorCode.BUSY,
                lookedUp.map(user -> "it takes too long to find out who user '" + user + "' is")
                        .orElse("it took too long until the client had said who it is"));
    }

    private static PfsException stopped() {
        return new PfsException(ErrorCode.CLOSED, "this server is being stopped");
    }

    @Override
    public void received(ByteReader body) {
        received++;
        if (isEnded) {
            return;
        }
        FrameKind kind = Frame.kind(body);
        if (kind == FrameKind.GOODBYE) {
            isEnded = true;
            link().close();
        } else if (calls.isPresent()) {
            keepKnown(kind);
            calls.get().received(kind, body);
        } else {
            greeting().received(kind, body).ifPresent(this::know);
        }
    }

    /** Who asks for nothing pings, so that what is known of him is no older than of others when he asks again. */
    private void keepKnown(FrameKind kind) {
        if (kind == FrameKind.PING) {
            Asker unused = asker.get();
        }
    }

    /** Who it is may take a while to find out; nothing may be asked until then. */
    private void know(Login login) {
        if (isKnown) {
            throw new PfsException(ErrorCode.PROTOCOL_BROKEN, "a client says once who it is");
        }
        isKnown = true;
        if (!place.isFor(login.speaker())) {
            goodbye(Places.tooMany(sessions.limits().connectionsMax()));
        } else if (login.speaker() instanceof Speaker.User user) {
            lookedUp = Optional.of(user.name());
            sessions.serving().askers().know(user.name(), new Known(login, Thread.currentThread()));
        } else {
            letIn(login, () -> Asker.NOBODY); // a server asks for steps only, in the name of who began them
        }
    }

    /** What comes of the question who a user is. */
    private final class Known implements Askers.Told {
        private final Login login;
        private final Thread links;

        Known(Login login, Thread links) {
            this.login = login;
            this.links = links;
        }

        @Override
        public void known(Supplier<Asker> asker) {
            here(() -> letIn(login, asker));
        }

        @Override
        public void refused(PfsException cause) {
            here(() -> goodbye(cause));
        }

        private void here(Runnable task) {
            if (Thread.currentThread().equals(links)) {
                task.run();
            } else {
                link().execute(task);
            }
        }
    }

    private void letIn(Login login, Supplier<Asker> known) {
        if (isEnded) {
            return;
        }
        asker = known;
        calls = Optional.of(new ServedCalls(link(), login.speaker(), asker, sessions));
        greeting().welcome(login);
        watch.cancel();
        watchIdle();
    }

    private void watchIdle() {
        long before = received;
        watch = link().timers().after(sessions.limits().idleNs(), () -> {
            boolean isSilent =
                    received == before && calls.filter(ServedCalls::isBusy).isEmpty();
            if (isSilent) {
                goodbye(new PfsException(ErrorCode.CLOSED, "nothing came over this connection for too long"));
            } else if (!isEnded) {
                watchIdle();
            }
        });
    }

    @Override
    public void caughtUp() {
        calls.ifPresent(ServedCalls::caughtUp);
    }

    @Override
    public void writable() {
        calls.ifPresent(ServedCalls::sendAnswers);
    }

    /** Tells the client that seats have moved; one that is not let in yet hears it then. From any thread. */
    void moved() {
        Link open = link;
        if (open != null) {
            open.execute(() -> {
                if (calls.isPresent() && !isEnded) {
                    open.send(MapFrame.encode(sessions.map(), new ByteWriter(MAP_CAPACITY)));
                    open.flush();
                }
            });
        }
    }

    /** Takes no more calls, and ends once those that it has are answered, or after so long. From any thread. */
    void end(long withinNs) {
        Link open = link;
        if (open != null) {
            open.execute(() -> {
                calls.ifPresent(ServedCalls::end);
                endBeforeNs = sessions.clock().monotonicNs() + withinNs;
                endOnceAnswered();
            });
        }
    }

    private void endOnceAnswered() {
        boolean isBusy = calls.filter(ServedCalls::isBusy).isPresent();
        if (isBusy && !isEnded && sessions.clock().monotonicNs() < endBeforeNs) {
            link().timers().after(ENDING_LOOK_NS, this::endOnceAnswered);
        } else {
            goodbye(stopped());
        }
    }

    private void goodbye(PfsException cause) {
        if (!isEnded) {
            isEnded = true;
            link().send(Goodbye.of(cause).encode(new ByteWriter(64)));
            link().flush();
            link().close();
        }
    }

    @Override
    public void closed(PfsException cause) {
        isEnded = true;
        watch.cancel(); // or it would keep all of this session until it rings
        calls.ifPresent(ServedCalls::closed);
        place.leave();
        sessions.ended(this);
    }

    private Link link() {
        return Check.present(link, "the link is open");
    }

    private Greeting greeting() {
        return Check.present(greeting, "the link is open");
    }
}
