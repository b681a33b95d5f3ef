package io.pfs.server.identity;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.wire.Asker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Users in a file, a line each: {@code name:uid:gid,gid,...}, the first group before all. Empty lines and those that begin with
 * {@code #} say nothing. It is read anew whenever somebody is looked for.
 */
public final class UsersFile implements Users {
    private static final String FORM = "a line is name:uid:gid,gid,...";
    private static final int FIELDS = 3;
    private static final long BYTES_MAX = 16 << 20;

    private final Path file;

    private UsersFile(Path file) {
        this.file = file;
    }

    /** Refuses one that can't be read, or says what no line says. */
    public static UsersFile of(Path file) {
        UsersFile users = new UsersFile(file);
        users.read();
        return users;
    }

    @Override
    public Optional<Known> find(String user) {
        return Optional.ofNullable(read().get(user));
    }

    private Map<String, Known> read() {
        Map<String, Known> users = new TreeMap<>();
        int number = 0;
        for (String line : lines()) {
            number++;
            String text = line.strip();
            if (!text.isEmpty() && text.charAt(0) != '#') {
                String[] fields = text.split(":", -1);
                if (fields.length != FIELDS || fields[0].isEmpty()) {
                    throw refuse(number, FORM);
                }
                if (users.put(fields[0], known(fields, number)) != null) {
                    throw refuse(number, "'" + fields[0] + "' stands there twice");
                }
            }
        }
        return users;
    }

    private List<String> lines() {
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new PfsException(
                        ErrorCode.USAGE, "users file " + file + " has more than " + BYTES_MAX + " bytes");
            }
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "users file " + file + " can't be read: " + e, e);
        }
    }

    private Known known(String[] fields, int line) {
        int uid = number(fields[1], "user", line);
        String[] texts = fields[2].split(",", -1);
        if (texts.length > Asker.GROUPS_MAX) {
            throw refuse(line, "a user is in at most " + Asker.GROUPS_MAX + " groups, not in " + texts.length);
        }
        List<Group> groups = new ArrayList<>();
        for (String text : texts) {
            groups.add(new Group(number(text, "group", line), text));
        }
        return new Known(uid, groups);
    }

    private int number(String text, String what, int line) {
        OptionalInt number = UserNumbers.parse(text);
        if (number.isEmpty()) {
            throw refuse(line, "'" + text + "' is no number of a " + what + "; " + FORM);
        }
        return number.getAsInt();
    }

    private PfsException refuse(int line, String why) {
        return new PfsException(ErrorCode.USAGE, "users file " + file + ", line " + line + ": " + why);
    }
}
