package io.pfs.hadoop.fs;

import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.file.PfsFiles;
import io.pfs.hadoop.pool.HdfsPools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * One file system as one user has it: who he is, what is set, and the client that he shares with all others like him.
 */
record Mount(
        URI uri,
        String user,
        Settings settings,
        Statuses statuses,
        Names users,
        Names groups,
        SharedClients.Lease lease,
        Views views) {
    /** Connects. */
    static Mount of(Authority authority, String user, Configuration conf) throws IOException {
        Settings settings = Settings.of(conf, authority.text());
        URI uri = URI.create(Authority.SCHEME + "://" + authority.text());
        Names users = names(settings.users(), Key.USERS_FILE, "passwd");
        Names groups = names(settings.groups(), Key.GROUPS_FILE, "group");
        SharedClients.Key key = SharedClients.Key.of(authority.servers(), settings.client(user));
        try {
            HdfsPools pools = new HdfsPools(conf, settings.timeout());
            SharedClients.Lease lease =
                    SharedClients.OF_THIS_JVM.borrow(key, () -> Pfs.connect(key.servers(), key.options(), pools));
            Statuses statuses = new Statuses(settings, users, groups);
            Views views = new Views(lease.pfs(), new Foresight(settings.bringsBytes(), System::nanoTime));
            return new Mount(uri, user, settings, statuses, users, groups, lease, views);
        } catch (PfsException e) {
            throw Errors.of(e, uri.toString());
        }
    }

    /** Whoever names a file means that one alone. */
    private static Names names(Optional<java.nio.file.Path> file, Key key, String database) throws IOException {
        Optional<Getent> directory = file.filter(it -> it.toString().equals(key.fallback()))
                .map(it -> new Getent(List.of("getent", database)));
        try {
            return Names.in(file, directory, System::nanoTime);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    PfsFiles files() {
        return lease.pfs().files();
    }

    Path home() {
        return new Path(uri.getScheme(), uri.getAuthority(), "/user/" + user);
    }
}
