package io.pfs.hadoop.fs;

import static org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix.string2long;

import io.pfs.client.ClientOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/** What the configuration says of one file system. */
record Settings(
        Duration timeout,
        Optional<Path> authToken,
        Optional<Path> trusted,
        long blockBytes,
        boolean createsAtClose,
        boolean bringsBytes,
        boolean readsLocally,
        Optional<Path> users,
        Optional<Path> groups) {
    static Settings of(Configuration conf, String cluster) {
        Lookup lookup = new Lookup(conf, cluster);
        long blockBytes = conf.getLongBytes(lookup.key(Key.BLOCK_SIZE), string2long(Key.BLOCK_SIZE.fallback()));
        if (blockBytes <= 0) {
            throw new IllegalArgumentException(
                    lookup.key(Key.BLOCK_SIZE) + " is a number of bytes above 0, not " + blockBytes);
        }
        return new Settings(
                lookup.duration(Key.REQUEST_TIMEOUT),
                lookup.file(Key.AUTH_TOKEN_FILE),
                lookup.file(Key.TLS_TRUSTED_FILE),
                blockBytes,
                lookup.isSet(Key.CREATE_AT_CLOSE),
                lookup.isSet(Key.STATUS_BRINGS_BYTES),
                lookup.isSet(Key.LOCAL_READS),
                lookup.file(Key.USERS_FILE),
                lookup.file(Key.GROUPS_FILE));
    }

    /** How the client is to behave that asks in the name of this user. */
    ClientOptions client(String user) {
        ClientOptions options =
                ClientOptions.DEFAULT.withTimeout(timeout).withUser(user).withLocalReads(readsLocally);
        options = authToken.isPresent() ? options.withAuthToken(authToken.get()) : options;
        return trusted.isPresent() ? options.withTrusted(trusted.get()) : options;
    }

    /** Values of keys, the cluster's own first. */
    private record Lookup(Configuration conf, String cluster) {
        String key(Key key) {
            String own = key.forCluster(cluster);
            return conf.get(own) == null ? key.forAll() : own;
        }

        boolean isSet(Key key) {
            return Boolean.parseBoolean(conf.getTrimmed(key(key), key.fallback()));
        }

        Optional<Path> file(Key key) {
            String value = conf.getTrimmed(key(key), key.fallback());
            return value.isEmpty() ? Optional.empty() : Optional.of(Path.of(value));
        }

        Duration duration(Key key) {
            // a number without a unit is one of seconds
            return Duration.ofMillis(
                    conf.getTimeDuration(key(key), key.fallback(), TimeUnit.SECONDS, TimeUnit.MILLISECONDS));
        }
    }
}
