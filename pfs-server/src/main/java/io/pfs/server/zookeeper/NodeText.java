package io.pfs.server.zookeeper;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.server.owner.JoinedServer;
import io.pfs.server.owner.MemberId;
import io.pfs.server.owner.SeatEntry;
import io.pfs.server.remote.CoordinatorId;
import io.pfs.wire.SeatMove;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What stands in nodes: text, so that people can read it. */
final class NodeText {
    private static final String NOBODY = "-";
    private static final String FORMAT = "pfs seats 1 ";
    private static final int MOVE_WORDS = 6;

    private NodeText() {}

    /** That which says what all the others are, and how many seats there are. */
    static byte[] format(int seats) {
        return utf8(FORMAT + seats);
    }

    /** How many seats there are; what others than servers like this one have written is refused. */
    static int seats(String node, byte[] bytes) {
        String text = text(bytes);
        if (!text.startsWith(FORMAT)) {
            throw new PfsException(
                    ErrorCode.NOT_OURS, "node " + node + " of ZooKeeper says '" + text + "', not '" + FORMAT + "...'");
        }
        return read(node, bytes, whole -> Integer.parseInt(whole.substring(FORMAT.length())));
    }

    static byte[] of(CoordinatorId id) {
        return utf8(id.toString());
    }

    static CoordinatorId id(String node, byte[] bytes) {
        return read(node, bytes, CoordinatorId::parse);
    }

    static byte[] of(SeatEntry entry) {
        return utf8(entry.epoch().value() + " " + name(entry.holder()));
    }

    static SeatEntry seat(String node, byte[] bytes) {
        return read(node, bytes, text -> {
            String[] words = words(text, 2);
            return new SeatEntry(new Epoch(Long.parseLong(words[0])), member(words[1]));
        });
    }

    static byte[] of(JoinedServer server) {
        String first = server.weight() + " " + server.address() + " " + server.sinceMillis();
        Optional<String> more = server.troubles()
                .map(its -> TroublesText.words(its) + LoadsText.of(server.loads()) + TroublesText.causes(its));
        return utf8(first + more.orElse(""));
    }

    static JoinedServer server(String node, MemberId member, byte[] bytes) {
        return read(node, bytes, text -> {
            String[] words = firstWords(text, 3);
            Address address = Address.parse(words[1]);
            ClusterMap.requireRoom(List.of(address), 1);
            return new JoinedServer(
                    member,
                    address,
                    Integer.parseInt(words[0]),
                    Long.parseLong(words[2]),
                    TroublesText.behind(3, text),
                    LoadsText.behind(5, text));
        });
    }

    /** Whose node it is that has this name below that of all members. */
    static MemberId memberNamed(String members, String name) {
        return read(members + "/" + name, utf8(name), MemberId::parse);
    }

    static byte[] of(List<Optional<MemberId>> wanted) {
        return utf8(String.join("\n", wanted.stream().map(NodeText::name).toList()));
    }

    static List<Optional<MemberId>> wanted(String node, byte[] bytes, int seats) {
        List<Optional<MemberId>> wanted = read(
                node,
                bytes,
                text -> Arrays.stream(text.split("\n", -1))
                        .map(NodeText::member)
                        .toList());
        if (wanted.size() != seats) {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    "node " + node + " of ZooKeeper is of " + wanted.size() + " seats, not " + seats);
        }
        return wanted;
    }

    static byte[] ofLines(List<String> lines) {
        return utf8(String.join("\n", lines.stream().sorted().toList()));
    }

    static List<String> lines(byte[] bytes) {
        return text(bytes).lines().toList();
    }

    static Address drained(String node, String line) {
        return read(node, utf8(line), Address::parse);
    }

    static byte[] of(SeatMove move) {
        return utf8(String.join(
                " ",
                Long.toString(move.epoch()),
                move.from().orElse(NOBODY),
                move.to(),
                move.cause().word(),
                Long.toString(move.tookMillis()),
                Long.toString(move.atMillis())));
    }

    /** Nothing rests on it: what can't be read is as if it was not there. */
    static Optional<SeatMove> move(byte[] bytes) {
        String[] words = text(bytes).split(" ", -1);
        try {
            return words.length == MOVE_WORDS ? Optional.of(move(words)) : Optional.empty();
        } catch (PfsException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static SeatMove move(String[] words) {
        return new SeatMove(
                Long.parseLong(words[0]),
                Optional.of(words[1]).filter(from -> !from.equals(NOBODY)),
                words[2],
                SeatMove.Cause.ofWord(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]));
    }

    private static String name(Optional<MemberId> member) {
        return member.map(MemberId::toString).orElse(NOBODY);
    }

    private static Optional<MemberId> member(String name) {
        return name.equals(NOBODY) ? Optional.empty() : Optional.of(MemberId.parse(name));
    }

    private static String[] words(String text, int count) {
        String[] words = firstWords(text, count);
        if (words.length != count) {
            throw new PfsException(ErrorCode.CORRUPT, "these are " + words.length + " words, not " + count);
        }
        return words;
    }

    /** There may be more: a later version may say more than this one knows of. */
    private static String[] firstWords(String text, int count) {
        String[] words = text.split(" ", -1);
        if (words.length < count) {
            throw new PfsException(ErrorCode.CORRUPT, "these are " + words.length + " words, not " + count);
        }
        return words;
    }

    private static <T> T read(String node, byte[] bytes, Function<String, T> reader) {
        try {
            return reader.apply(text(bytes));
        } catch (PfsException | NumberFormatException e) {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    "node " + node + " of ZooKeeper says '" + text(bytes) + "': " + e.getMessage(),
                    e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
