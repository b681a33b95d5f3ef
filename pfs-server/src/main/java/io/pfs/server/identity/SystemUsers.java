package io.pfs.server.identity;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.wire.Asker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The users of the operating system, as its command {@code id} tells them. A name is one argument of it, and only what looks
 * like a name is: nothing that it takes for an option or a number.
 */
public final class SystemUsers implements Users {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.@-]{0,254}\\$?");
    private static final Pattern ANSWER =
            Pattern.compile("uid=(\\d+)(?:\\([^)]*\\))? gid=(\\d+)(?:\\(([^)]*)\\))?(?: groups=(.*))?");
    private static final Pattern GROUP = Pattern.compile("(\\d+)(?:\\(([^)]*)\\))?(?:,|$)");
    private static final int NO_SUCH_USER = 1;
    private static final long TIME_OUT_SECONDS = 5;
    private static final int ANSWER_BYTES_MAX = 1 << 20;

    private final List<String> command;

    public SystemUsers() {
        this(List.of("id"));
    }

    /** @param command to which the name is added */
    SystemUsers(List<String> command) {
        this.command = List.copyOf(command);
    }

    @Override
    public Optional<Known> find(String user) {
        if (!NAME.matcher(user).matches()) {
            return Optional.empty();
        }
        List<String> all = new ArrayList<>(command);
        all.add(user);
        ProcessBuilder builder = new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LC_ALL", "C");
        try {
            return answer(user, builder.start());
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "'id' can't be run to find user '" + user + "': " + e, e);
        } catch (InterruptedException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "the search for user '" + user + "' was interrupted", e);
        }
    }

    private static Optional<Known> answer(String user, Process process) throws IOException, InterruptedException {
        Executor afterTimeOut = CompletableFuture.delayedExecutor(TIME_OUT_SECONDS, TimeUnit.SECONDS);
        CompletableFuture<Void> watch = CompletableFuture.runAsync(process::destroyForcibly, afterTimeOut);
        try {
            process.getOutputStream().close();
            byte[] bytes = process.getInputStream().readNBytes(ANSWER_BYTES_MAX);
            if (!process.waitFor(TIME_OUT_SECONDS, TimeUnit.SECONDS)) {
                throw new PfsException(ErrorCode.IO_FAILED, "'id' says too much of user '" + user + "'");
            }
            int code = process.exitValue();
            if (code == NO_SUCH_USER) {
                return Optional.empty();
            } else if (code != 0) {
                throw new PfsException(
                        ErrorCode.IO_FAILED,
                        "'id' ended with " + code + " when it was asked for user '" + user + "', or was ended after "
                                + TIME_OUT_SECONDS + " s");
            }
            return Optional.of(parse(user, new String(bytes, StandardCharsets.UTF_8).strip()));
        } finally {
            watch.cancel(false);
            process.destroyForcibly();
        }
    }

    /** For example {@code uid=1001(ann) gid=1001(ann) groups=1001(ann),27(sudo)}. */
    static Known parse(String user, String answer) {
        Matcher matcher = ANSWER.matcher(answer);
        if (!matcher.matches()) {
            throw refuse(user, answer);
        }
        List<Group> groups = new ArrayList<>();
        groups.add(group(user, answer, matcher.group(2), matcher.group(3)));
        Matcher others = GROUP.matcher(matcher.group(4) == null ? "" : matcher.group(4));
        while (others.lookingAt()) {
            Group group = group(user, answer, others.group(1), others.group(2));
            boolean isNew = groups.stream().noneMatch(one -> one.gid() == group.gid());
            if (isNew && groups.size() < Asker.GROUPS_MAX) {
                groups.add(group);
            }
            others.region(others.end(), others.regionEnd());
        }
        if (others.regionStart() != others.regionEnd()) {
            throw refuse(user, answer);
        }
        return new Known(number(user, answer, matcher.group(1)), groups);
    }

    private static Group group(String user, String answer, String gid, String name) {
        return new Group(number(user, answer, gid), name == null ? gid : name);
    }

    private static int number(String user, String answer, String text) {
        OptionalInt number = UserNumbers.parse(text);
        if (number.isEmpty()) {
            throw refuse(user, answer);
        }
        return number.getAsInt();
    }

    private static PfsException refuse(String user, String answer) {
        return new PfsException(
                ErrorCode.IO_FAILED, "'id' says what is not understood of user '" + user + "': " + answer);
    }
}
