package io.pfs.server.identity;

import com.sun.security.auth.module.UnixSystem;
import io.pfs.wire.Asker;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The user that runs this process: its superuser. */
public final class ProcessUser {
    private ProcessUser() {}

    /** On a system that has no numbers for users he has those of root. */
    public static Asker asker() {
        String name = System.getProperty("user.name", "root");
        try {
            UnixSystem system = new UnixSystem();
            Set<Integer> groups = new LinkedHashSet<>();
            groups.add((int) system.getGid());
            for (long group : system.getGroups()) {
                groups.add((int) group);
            }
            List<Integer> some = groups.stream().limit(Asker.GROUPS_MAX).toList();
            return Asker.superuser(name, (int) system.getUid(), some);
        } catch (LinkageError e) {
            return Asker.superuser(name, 0, List.of(0));
        }
    }
}
