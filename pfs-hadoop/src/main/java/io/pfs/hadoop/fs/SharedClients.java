package io.pfs.hadoop.fs;

import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The clients of this JVM: one for all who reach the same servers in the same way as the same user with the same credentials, so that a hundred file
 * systems are one connection. The last who gives it back closes it. Any thread.
 */
final class SharedClients {
    static final SharedClients OF_THIS_JVM = new SharedClients();

    private static final Cleaner CLEANER = Cleaner.create();

    private final Map<Key, Shared> byKey = new HashMap<>();

    /**
     * Which client it is.
     *
     * @param reader who reads from an HDFS beside the servers: two of the same name may have other credentials, and each goes by his own
     */
    record Key(String servers, ClientOptions options, Optional<UserGroupInformation> reader) {
        /** That of the user that Hadoop knows on this thread, which matters only where he reads himself. */
        static Key of(String servers, ClientOptions options) throws IOException {
            return new Key(
                    servers,
                    options,
                    options.localReads() ? Optional.of(UserGroupInformation.getCurrentUser()) : Optional.empty());
        }
    }

    /** Use of a client until it is closed. */
    static final class Lease implements AutoCloseable {
        private final SharedClients clients;
        private final Shared shared;
        private final Pfs pfs;
        private final AtomicBoolean isClosed = new AtomicBoolean();

        private Lease(SharedClients clients, Shared shared, Pfs pfs) {
            this.clients = clients;
            this.shared = shared;
            this.pfs = pfs;
        }

        Pfs pfs() {
            return pfs;
        }

        /**
         * Closes it when nobody has this any more by which it is used, and some time after that: the last who had it may still wait for an answer.
         *
         * @param user it must not be known to what is used
         */
        void closeWithout(Object user, Duration after) {
            Executor later = CompletableFuture.delayedExecutor(after.toMillis(), TimeUnit.MILLISECONDS);
            var unused = CLEANER.register(user, () -> later.execute(this::close));
        }

        @Override
        public void close() {
            if (!isClosed.getAndSet(true)) {
                clients.giveBack(shared);
            }
        }
    }

    /** A client and how many use it. */
    private static final class Shared {
        private final Key key;
        private int users;
        private Optional<Pfs> pfs = Optional.empty();

        Shared(Key key) {
            this.key = key;
        }

        /** Connects if nobody has; who comes meanwhile waits for that. */
        synchronized Pfs open(Supplier<Pfs> opener) {
            if (pfs.isEmpty()) {
                pfs = Optional.of(opener.get());
            }
            return pfs.get();
        }

        synchronized void close() {
            pfs.ifPresent(Pfs::close);
        }
    }

    /** @param opener makes it if there is none yet */
    Lease borrow(Key key, Supplier<Pfs> opener) {
        Shared shared = use(key);
        try {
            return new Lease(this, shared, shared.open(opener));
        } catch (PfsException e) {
            giveBack(shared);
            throw e;
        }
    }

    private synchronized Shared use(Key key) {
        Shared shared = byKey.computeIfAbsent(key, Shared::new);
        shared.users++;
        return shared;
    }

    private void giveBack(Shared shared) {
        if (isLast(shared)) {
            shared.close();
        }
    }

    private synchronized boolean isLast(Shared shared) {
        shared.users--;
        if (shared.users > 0) {
            return false;
        }
        byKey.remove(shared.key);
        return true;
    }

    /** How many there are. */
    synchronized int count() {
        return byKey.size();
    }
}
