package io.pfs.server.identity;

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
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Who the users are that this server has met. Each is looked up when he comes first, and again in the background when he asks
 * for something and it was long ago. Who can't be found is nobody; while nobody can say who somebody is, he stays who he was.
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
        private final CompletableFuture<Void> found = new CompletableFuture<>();
        private final AtomicBoolean isLooking = new AtomicBoolean(true);
        private volatile Asker asker;
        private volatile long lookAgainNs;

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
                looked(TRIED_NS); // too many are looked for
            }
        }

        private void look() {
            try {
                asker = askerOf(user, users.find(user));
                looked(KNOWN_NS);
            } catch (PfsException e) {
                looked(TRIED_NS);
            }
        }

        private void looked(long againAfterNs) {
            lookAgainNs = clock.monotonicNs() + againAfterNs;
            isLooking.set(false);
            found.complete(null);
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
    public void know(String user, Consumer<Supplier<Asker>> then) {
        if (user.equals(self.user())) {
            then.accept(() -> self);
        } else if (user.equals(ROOT)) {
            Asker root = Asker.superuser(ROOT, 0, List.of(0));
            then.accept(() -> root);
        } else {
            One one = one(user);
            CompletableFuture<Void> unused = one.found.thenRun(() -> then.accept(one));
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
