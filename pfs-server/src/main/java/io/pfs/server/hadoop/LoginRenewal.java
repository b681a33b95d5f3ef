package io.pfs.server.hadoop;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * Logs in anew when most of a ticket's time is over. Hadoop's client would do it when a connection is refused, then pauses for up to 5 s, and all that waits for
 * this connection with it.
 */
final class LoginRenewal implements AutoCloseable {
    /** Nobody has logged in, so nothing ends. */
    static final LoginRenewal NONE = new LoginRenewal(Optional.empty(), line -> {});

    /** A look costs nothing. What is tried then, Hadoop bounds: by itself not more than once in 60 s. */
    private static final long LOOK_MILLIS = 1_000;

    private final Optional<UserGroupInformation> user;
    private final Consumer<String> told;
    private final CompletableFuture<Boolean> closed = new CompletableFuture<>();
    private volatile @Nullable Thread thread;

    LoginRenewal(UserGroupInformation user, Consumer<String> told) {
        this(Optional.of(user), told);
    }

    private LoginRenewal(Optional<UserGroupInformation> user, Consumer<String> told) {
        this.user = user;
        this.told = told;
    }

    /** From now on, until this is closed. */
    void start() {
        user.ifPresent(loggedIn -> {
            Thread looking = new Thread(() -> renewOn(loggedIn), "pfs-hdfs-login");
            looking.setDaemon(true);
            thread = looking;
            looking.start();
        });
    }

    private void renewOn(UserGroupInformation loggedIn) {
        while (!closed.isDone()) {
            try {
                Pauses.pause(LOOK_MILLIS);
                loggedIn.checkTGTAndReloginFromKeytab();
            } catch (IOException | RuntimeException e) { // whatever it is: nobody else would renew it
                failed(loggedIn, e);
            }
        }
    }

    /** What is connected stays so; it is tried again. */
    private void failed(UserGroupInformation loggedIn, Exception e) {
        if (!closed.isDone()) {
            told.accept("could not renew the login to HDFS of " + loggedIn.getUserName() + ", and tries again: "
                    + e.getMessage());
        }
    }

    @Override
    public void close() {
        closed.complete(true);
        Optional.ofNullable(thread).ifPresent(Thread::interrupt);
    }
}
