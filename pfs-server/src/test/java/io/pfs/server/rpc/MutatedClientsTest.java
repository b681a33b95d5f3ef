package io.pfs.server.rpc;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.format.ByteWriter;
import io.pfs.net.Frame;
import io.pfs.table.Policy;
import io.pfs.testing.Seeds;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.NewRow;
import io.pfs.wire.Request;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.LookUp;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.Part;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadMany;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.RowEdit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a client sends, changed by chance: every such connection ends, the server makes no mistake, and a client that means
 * well is served. In half of them, frames are made whole again around what was changed, so that it is not only the checksums
 * that find it.
 */
final class MutatedClientsTest {
    private static final int CONNECTIONS = 300;
    private static final int SERVED_EVERY = 10;

    @TempDir
    private Path folder;

    @Test
    void whateverIsSentTheServerGoesOn() {
        try (RpcRig rig = new RpcRig(folder.resolve("data"), RpcRig.LIMITS)) {
            FileSystemFacts facts = rig.gate().facts();
            List<byte[]> frames = frames(facts);
            Seeds.each("MutatedClientsTest", CONNECTIONS, seed -> {
                sendAll(rig, mutated(frames, new SplittableRandom(seed)));
                if (!rig.network().mistakes().isEmpty()) {
                    throw new AssertionError(
                            "a mistake of the server", rig.network().mistakes().element());
                }
                if (seed % SERVED_EVERY == 0) {
                    rig.requireServed();
                }
            });
        }
    }

    /** Sends it, says that nothing more comes, and reads until the server has ended it. */
    private static void sendAll(RpcRig rig, byte[] bytes) {
        try (RawClient client = rig.raw()) {
            client.send(bytes).endOutput();
            while (client.next().isPresent()) {
                // the answer to what was left as it was
            }
        }
    }

    /** What a client says that means well: frame by frame. */
    private static List<byte[]> frames(FileSystemFacts facts) {
        ShardId base = facts.root().base();
        RowName name = RowName.of("mutated");
        CellPut put = new CellPut(new ColumnId(1), new byte[300], true);
        List<Request> requests = List.of(
                new MakeTable(
                        facts.root().table(), RowName.of("table"), 0755, 0, 0, Policy.DYNAMIC, 0, Optional.empty()),
                new EditRow(facts.root().table(), name, Expected.ANY, NewRow.FILE, RowEdit.ofCells(List.of(put))),
                new ReadRow(facts.root().table(), name, List.of(new ColumnId(1))),
                new ReadCell(facts.root().table(), name, new ColumnId(1), 0, Limits.CELL_BYTES_MAX),
                new ListRows(facts.root().table(), Optional.empty(), 100, 1 << 20, List.of(new ColumnId(1))),
                new ReadMany(List.of(
                        new Part(base, new LookUp(facts.root().table(), name)),
                        new Part(base, new ListRows(facts.root().table(), Optional.empty(), 100, 0, List.of())))),
                new DescribeTable(facts.root().table()));
        List<byte[]> frames = new ArrayList<>(List.of(RawClient.hello(), RawClient.login()));
        for (int i = 0; i < requests.size(); i++) {
            frames.add(RawClient.calls(10 * i, 2, base, requests.get(i)));
        }
        byte[] call = RawClient.calls(99, 1, base, requests.get(1));
        byte[] message = Arrays.copyOfRange(call, Frame.HEADER_BYTES + 5, call.length);
        frames.add(piece(99, false, Arrays.copyOf(message, message.length / 2)));
        frames.add(RawClient.ping());
        frames.add(piece(99, true, Arrays.copyOfRange(message, message.length / 2, message.length)));
        frames.add(RawClient.frame(12, new byte[0])); // it leaves
        return frames;
    }

    private static byte[] piece(int number, boolean isLast, byte[] part) {
        byte[] rest =
                new ByteWriter(64).u32(number).u8(isLast ? 1 : 0).bytes(part).toBytes();
        return RawClient.frame(6, rest);
    }

    private static byte[] mutated(List<byte[]> frames, SplittableRandom random) {
        boolean isWhole = random.nextBoolean();
        List<byte[]> changed = new ArrayList<>(frames);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            // the login stays in most, or nothing would be learned of what follows it
            int at = random.nextInt(random.nextInt(8) == 0 ? 0 : 2, changed.size());
            if (random.nextInt(4) == 0) {
                changeOrder(changed, at, random);
            } else if (isWhole && changed.get(at).length > Frame.HEADER_BYTES) {
                byte[] body = Arrays.copyOfRange(changed.get(at), Frame.HEADER_BYTES, changed.get(at).length);
                byte[] other = mutated(body, random);
                changed.set(at, RawClient.frame(other[0], Arrays.copyOfRange(other, 1, other.length)));
            } else {
                changed.set(at, mutated(changed.get(at), random));
            }
        }
        ByteWriter all = new ByteWriter(1024);
        changed.forEach(all::bytes);
        return all.toBytes();
    }

    private static void changeOrder(List<byte[]> frames, int at, SplittableRandom random) {
        byte[] frame = frames.get(at);
        switch (random.nextInt(3)) {
            case 0 -> frames.add(random.nextInt(frames.size() + 1), frame);
            case 1 -> frames.set(at, frames.set(random.nextInt(frames.size()), frame));
            default -> frames.set(at, new byte[0]);
        }
    }

    /** One byte at the least is left. */
    private static byte[] mutated(byte[] bytes, SplittableRandom random) {
        byte[] kept = bytes.length == 0 ? new byte[1] : bytes.clone();
        int at = random.nextInt(kept.length);
        int count = 1 + random.nextInt(Math.min(8, kept.length));
        return switch (random.nextInt(4)) {
            case 0 -> {
                kept[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                yield kept;
            }
            case 1 -> Arrays.copyOf(kept, Math.max(1, at));
            case 2 -> inserted(kept, at, Arrays.copyOfRange(kept, at, Math.min(kept.length, at + count)));
            default -> {
                byte[] made = new byte[count];
                random.nextBytes(made);
                yield inserted(kept, at, made);
            }
        };
    }

    private static byte[] inserted(byte[] bytes, int at, byte[] more) {
        return new ByteWriter(bytes.length + more.length)
                .bytes(bytes, 0, at)
                .bytes(more)
                .bytes(bytes, at, bytes.length - at)
                .toBytes();
    }
}
