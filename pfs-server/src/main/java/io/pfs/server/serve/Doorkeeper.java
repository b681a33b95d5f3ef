package io.pfs.server.serve;

import io.pfs.env.Clock;
import io.pfs.env.system.Messages;
import io.pfs.server.audit.Audit;
import io.pfs.server.audit.AuditLog;
import io.pfs.server.identity.Askers;
import io.pfs.server.identity.Identities;
import io.pfs.server.identity.ProcessUser;
import io.pfs.server.identity.SystemUsers;
import io.pfs.server.identity.Users;
import io.pfs.server.identity.UsersFile;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Knows who comes to a server, and writes down what they change. */
final class Doorkeeper implements AutoCloseable {
    private static final int LOOKUPS_WAITING_MAX = 1024;
    private static final long REST_SECONDS = 10;
    /** Who is known waits so long for it to be looked who he is now. */
    private static final long PATIENCE_MILLIS = 1_500;

    private final ThreadPoolExecutor lookups;
    private final Askers askers;
    private final Optional<AuditLog> audit;

    private Doorkeeper(ThreadPoolExecutor lookups, Askers askers, Optional<AuditLog> audit) {
        this.lookups = lookups;
        this.askers = askers;
        this.audit = audit;
    }

    /** Where users stand; refuses a file of them that is not in order. */
    static Users users(ServerConfig config) {
        return config.users().<Users>map(UsersFile::of).orElseGet(SystemUsers::new);
    }

    static Doorkeeper start(ServerConfig config, Users users, Clock clock) {
        Optional<AuditLog> audit = config.audit().map(file -> AuditLog.open(file, clock, Messages::tell));
        ThreadPoolExecutor lookups = new ThreadPoolExecutor(
                1,
                1,
                REST_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(LOOKUPS_WAITING_MAX),
                Doorkeeper::thread);
        lookups.allowCoreThreadTimeOut(true);
        Executor patience = CompletableFuture.delayedExecutor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS, Runnable::run);
        Askers askers = new Identities(users, ProcessUser.asker(), config.supergroup(), clock, lookups, patience);
        return new Doorkeeper(lookups, askers, audit);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "pfs-users");
        thread.setDaemon(true);
        return thread;
    }

    Askers askers() {
        return askers;
    }

    Audit audit() {
        return audit.<Audit>map(log -> log).orElse(Audit.NONE);
    }

    @Override
    public void close() {
        lookups.shutdownNow();
        audit.ifPresent(AuditLog::close);
    }
}
