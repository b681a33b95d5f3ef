package io.pfs.server.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.identity.Users.Group;
import io.pfs.server.identity.Users.Known;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class SystemUsersTest {
    @Test
    void answersAreUnderstood() {
        assertEquals(
                new Known(1001, List.of(new Group(1001, "ann"), new Group(27, "sudo"), new Group(50, "domain users"))),
                SystemUsers.parse("ann", "uid=1001(ann) gid=1001(ann) groups=1001(ann),27(sudo),50(domain users)"));
        assertEquals(
                new Known(5, List.of(new Group(6, "6"), new Group(7, "7"))),
                SystemUsers.parse("ann", "uid=5 gid=6 groups=6,7"));
        assertEquals(new Known(5, List.of(new Group(6, "x"))), SystemUsers.parse("ann", "uid=5(a) gid=6(x)"));
    }

    @Test
    void whatIsNoAnswerIsRefused() {
        for (String text : List.of("", "uid=x", "uid=1 gid=2 groups=3;4", "uid=99999999999 gid=1")) {
            PfsException refusal = assertThrows(PfsException.class, () -> SystemUsers.parse("ann", text), text);
            assertEquals(ErrorCode.IO_FAILED, refusal.code());
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void rootIsThere() {
        assertEquals(0, new SystemUsers().find("root").orElseThrow().uid());
        assertEquals(Optional.empty(), new SystemUsers().find("nobody-of-this-name"));
    }

    /** Each of these says something to a shell, or to the command itself. */
    @Test
    void onlyNamesAreAskedFor() {
        SystemUsers users = new SystemUsers(List.of("this-is-no-command-and-never-run"));
        for (String name :
                List.of("-u", "--help", "0", "+0", "a b", "a;b", "$(id)", "a\nb", "a/b", "", "\u00e9", "'a'")) {
            assertEquals(Optional.empty(), users.find(name), name);
        }
        PfsException refusal = assertThrows(PfsException.class, () -> users.find("ann"));
        assertEquals(ErrorCode.IO_FAILED, refusal.code());
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aCommandThatFailsIsNoAnswer() {
        SystemUsers users = new SystemUsers(List.of("sh", "-c", "exit 3"));
        assertThrows(PfsException.class, () -> users.find("ann"));
    }
}
