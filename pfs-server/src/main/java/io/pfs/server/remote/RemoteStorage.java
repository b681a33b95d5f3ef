package io.pfs.server.remote;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Opens, and shows, pools that are not in a folder of this machine. */
public interface RemoteStorage {
    /**
     * Connects to a pool, which may not be there yet. Refused with {@code NOT_SUPPORTED}, naming what is missing, if what is there can't be one.
     *
     * @param uri as the user gave it
     * @param login who this process is there; none: who it is for the operating system, or has a ticket of
     * @param told hears, for people, what takes long
     */
    RemotePool open(String uri, Optional<KerberosLogin> login, Consumer<String> told);

    /** The same to look at a folder, which may be no pool, or missing. */
    RemoteView view(String uri, Optional<KerberosLogin> login, Consumer<String> told);

    /** The one that is there. */
    static RemoteStorage find() {
        return ServiceLoader.load(RemoteStorage.class)
                .findFirst()
                .orElseThrow(() -> new PfsException(
                        ErrorCode.USAGE, "this installation reaches no pool beside folders of this machine"));
    }
}
