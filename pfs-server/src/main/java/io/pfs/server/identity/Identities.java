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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Who the users are that this server has met. Each is looked up when he comes first, and again in the background when he asks
 * for something and it was long ago. Who is not found is nobody; while nobody can say who somebody is, he stays who he was, and who
 * was nobody yet is refused.
 */
public final class Identities implements Askers {
    private static final long KNOWN_NS = 300_000_000_000L;
    private static final long TRIED_NS = 10_000_000_000L;
    private static final int USERS_MAX = 10_000;
    private static final String ROOT = "root";

    private final Users users;
    private final Asker self;
    private final Optional<String> supergroup;
    private final Clock clock;
    private final Executor lookups;
    private final Map<String, One> known = new ConcurrentHashMap<>();

    /**
     * Makes one that knows nobody yet.
     *
     * @param self who runs this process
     * @param supergroup whose members are superusers: a name or a number
     * @param lookups where it is looked who somebody is, which may take a while
     */
    public Identities(Users users, Asker self, Optional<String> supergroup, Clock clock, Executor lookups) {
        this.users = users;
        this.self = self;
        this.supergroup = supergroup;
        this.clock = clock;
        this.lookups = lookups;
    }

    /** One of them. */
    private final class One implements Supplier<Asker> {
        private final String user;
        private final AtomicBoolean isLooking = new AtomicBoolean(true);
        /** That somebody said for the first time who he is, or that nobody could. */
        private final CompletableFuture<Void> first = new CompletableFuture<>();

        private volatile Asker asker;
        private volatile long lookAgainNs;
        /** Whether he was there before, and was not when he was last looked for. */
        private boolean isMissing;

        One(String user) {
            this.user = user;
            this.asker = Asker.unknown(user);
        }

        @Override
        public Asker get() {
            if (clock.monotonicNs() - lookAgainNs >= 0 && !isLooking.getAndSet(true)) {
                beginLooking();
            }
            return asker;
        }

        void beginLooking() {
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
            boolean wasKnown = first.isDone() && !asker.equals(Asker.unknown(user));
            isMissing = there.isEmpty() && wasKnown && !isMissing;
            if (!isMissing) {
                asker = askerOf(user, there);
            }
            looked(isMissing ? TRIED_NS : KNOWN_NS);
            first.complete(null);
        }

        /** Who was never found is not nobody, and is forgotten: who comes next asks anew. */
        private void failed(String why) {
            looked(TRIED_NS);
            if (!first.isDone()) {
                known.remove(user, this);
                first.completeExceptionally(new PfsException(
                        ErrorCode.BUSY, "who user '" + user + "' is can't be found out just now: " + why));
            }
        }

        private void looked(long againAfterNs) {
            lookAgainNs = clock.monotonicNs() + againAfterNs;
            isLooking.set(false);
        }

        void tell(Told told) {
            CompletableFuture<Void> unused = first.whenComplete((done, cause) -> {
                if (cause instanceof PfsException refusal) {
                    told.refused(refusal);
                } else {
                    told.known(this);
                }
            });
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
        One made = new One(user);
        One before = known.putIfAbsent(user, made);
        if (before == null) {
            made.beginLooking();
        }
        return before == null ? made : before;
    }
}
