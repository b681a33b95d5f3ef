package io.pfs.server.identity;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.wire.Asker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Who the users are that this server has met. Each is looked up when he comes and it was long ago, and in the background while he
 * stays. Who is not found is nobody; while nobody can say who somebody is, he stays who he was, and who was never found is refused.
 */
public final class Identities implements Askers {
    private static final long KNOWN_NS = 300_000_000_000L;
    private static final long TRIED_NS = 10_000_000_000L;
    /** Who may do everything since he is in a group may do so for no longer than this without being found in it. */
    private static final long SUPERUSER_NS = 2 * KNOWN_NS;

    private static final int USERS_MAX = 10_000;
    private static final String ROOT = "root";
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final Users users;
    private final Asker self;
    private final Optional<String> supergroup;
    private final Clock clock;
    private final Executor lookups;
    private final Executor patience;
    private final Map<String, One> known = new ConcurrentHashMap<>();

    /**
     * Makes one that knows nobody yet.
     *
     * @param self who runs this process
     * @param supergroup whose members are superusers: a name or a number
     * @param lookups where it is looked who somebody is, which may take a while
     * @param patience does what it is told when whoever is known has waited for long enough
     */
    public Identities(
            Users users, Asker self, Optional<String> supergroup, Clock clock, Executor lookups, Executor patience) {
        this.users = users;
        this.self = self;
        this.supergroup = supergroup;
        this.clock = clock;
        this.lookups = lookups;
        this.patience = patience;
    }

    /** Who somebody was when he was last found, or surely not found. */
    private record Seen(Asker asker, long atNs) {}

    /** One of them. */
    private final class One implements Supplier<Asker> {
        private final String user;
        private volatile Optional<Seen> seen = Optional.empty();
        private volatile String failure = "";
        /** When nobody could say who he is, if it was so when he was last looked for. */
        private volatile Optional<Long> outAtNs = Optional.empty();

        private volatile long lookAgainNs = clock.monotonicNs();
        /** Ends with the look that is under way; it has, if none is. */
        private volatile CompletableFuture<Void> look = DONE;
        /** Whether he was there before, and was not when he was last looked for. */
        private boolean isMissing;

        One(String user) {
            this.user = user;
        }

        /** What is asked of somebody who stays does not wait for a look; what a group lets him do ends if there is none for long. */
        @Override
        public Asker get() {
            long nowNs = clock.monotonicNs();
            if (isDue(nowNs) && look.isDone()) {
                CompletableFuture<Void> unused = upToDate();
            }
            Seen last = seen.orElseThrow();
            boolean isOld = nowNs - last.atNs() >= SUPERUSER_NS;
            return isOld && last.asker().isSuperuser() ? anybody(last.asker()) : last.asker();
        }

        private boolean isDue(long nowNs) {
            return nowNs - lookAgainNs >= 0;
        }

        private static Asker anybody(Asker superuser) {
            return new Asker(superuser.user(), superuser.uid(), superuser.groups(), false);
        }

        /** Who is known is not kept waiting by looks that came to nothing just now, nor for long by any: others may be looked for before. */
        void tell(Told told) {
            CompletableFuture<Void> looked = upToDate();
            boolean isKnown = seen.isPresent();
            CompletableFuture<Void> enough = isKnown && isOut() ? DONE : looked.copy();
            CompletableFuture<Void> unused = enough.thenRun(() -> answer(told));
            if (isKnown && !enough.isDone()) {
                patience.execute(() -> enough.complete(null));
            }
        }

        private boolean isOut() {
            long nowNs = clock.monotonicNs();
            return outAtNs.filter(atNs -> nowNs - atNs < KNOWN_NS).isPresent();
        }

        private void answer(Told told) {
            if (seen.isPresent()) {
                told.known(this);
            } else {
                told.refused(new PfsException(
                        ErrorCode.BUSY, "who user '" + user + "' is can't be found out just now: " + failure));
            }
        }

        /** Ends when it was looked who he is, be it some time ago. */
        private synchronized CompletableFuture<Void> upToDate() {
            if (isDue(clock.monotonicNs()) && look.isDone()) {
                look = new CompletableFuture<>();
                begin();
            }
            return look;
        }

        private void begin() {
            try {
                lookups.execute(this::look);
            } catch (RejectedExecutionException e) {
                failed("too many are looked for");
            }
        }

        /** Whatever is thrown, somebody waits for the end of it. */
        private void look() {
            try {
                found(users.find(user));
            } catch (PfsException e) {
                failed(e.detail());
            } catch (RuntimeException | Error e) {
                failed(e.toString());
            }
        }

        /** Where users stand is copied and restarted now and then: who was known is not gone before he was missed twice. */
        private void found(Optional<Users.Known> there) {
            boolean wasKnown = seen.filter(last -> !last.asker().equals(Asker.unknown(user)))
                    .isPresent();
            isMissing = there.isEmpty() && wasKnown && !isMissing;
            if (!isMissing) {
                seen = Optional.of(new Seen(askerOf(user, there), clock.monotonicNs()));
            }
            outAtNs = Optional.empty();
            looked(isMissing ? TRIED_NS : KNOWN_NS);
        }

        /** Who was never found is not nobody, and is forgotten: who comes next asks anew. */
        private void failed(String why) {
            failure = why;
            outAtNs = Optional.of(clock.monotonicNs());
            if (seen.isEmpty()) {
                known.remove(user, this);
            }
            looked(TRIED_NS);
        }

        private void looked(long againAfterNs) {
            lookAgainNs = clock.monotonicNs() + againAfterNs;
            look.complete(null);
        }
    }

    private Asker askerOf(String user, Optional<Users.Known> there) {
        return there.map(it -> new Asker(user, it.uid(), it.gids(), isSuper(it)))
                .orElseGet(() -> Asker.unknown(user));
    }

    private boolean isSuper(Users.Known user) {
        boolean isOfGroup = supergroup
                .filter(group -> user.groups().stream().anyMatch(one -> one.isCalled(group)))
                .isPresent();
        return isOfGroup || user.uid() == 0 || user.uid() == self.uid();
    }

    @Override
    public void know(String user, Told told) {
        if (user.equals(self.user())) {
            told.known(() -> self);
        } else if (user.equals(ROOT)) {
            Asker root = Asker.superuser(ROOT, 0, List.of(0));
            told.known(() -> root);
        } else {
            one(user).tell(told);
        }
    }

    /** Who is forgotten since there are too many is looked up anew when he comes again. */
    private One one(String user) {
        if (known.size() >= USERS_MAX) {
            known.clear();
        }
        return known.computeIfAbsent(user, One::new);
    }
}
