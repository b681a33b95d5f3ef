package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.ManyRead;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.LookUp;
import io.pfs.wire.Request.Part;
import io.pfs.wire.Request.ReadMany;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Parts of one request that are for several engines. Here each has every second shard. */
final class SplitReadTest {
    private static final TableId TABLE = new TableId(7);

    private final List<Reply> answers = new ArrayList<>();

    private static ServerId ownerOf(ShardId shard) {
        return new ServerId(shard.value() % 2);
    }

    private static Part part(int shard) {
        return new Part(new ShardId(shard), new LookUp(TABLE, RowName.of("row" + shard)));
    }

    private Call call(Request request, int shard) {
        return new Call(
                new Envelope(new RequestId(1, 2, 3), 3, new ShardId(shard), request), Long.MAX_VALUE, answers::add);
    }

    private List<Call> split(int... shards) {
        List<Part> parts = IntStream.of(shards).mapToObj(SplitReadTest::part).toList();
        return SplitRead.of(call(new ReadMany(parts), shards[0]), SplitReadTest::ownerOf);
    }

    private static List<Integer> shardsOf(Call call) {
        return ((ReadMany) call.envelope().request())
                .parts().stream().map(part -> part.shard().value()).toList();
    }

    /** What stands for the answer to a part: it names its shard. */
    private static Reply answer(int shard) {
        return new Refused(ErrorCode.NOT_FOUND, "row" + shard);
    }

    private static void answer(Call call) {
        call.sink()
                .answer(new ManyRead(
                        shardsOf(call).stream().map(SplitReadTest::answer).toList()));
    }

    @Test
    void whatIsForOneEngineStaysWhole() {
        assertEquals(List.of(2, 4, 0), shardsOf(split(2, 4, 0).get(0)));
        assertEquals(1, split(2, 4, 0).size());
        Call other = call(new DescribeTable(TABLE), 1);
        assertSame(other, SplitRead.of(other, SplitReadTest::ownerOf).get(0));
    }

    @Test
    void eachEngineIsAskedForItsParts() {
        List<Call> calls = split(3, 4, 1, 0, 5);
        assertEquals(
                List.of(List.of(4, 0), List.of(3, 1, 5)),
                calls.stream().map(SplitReadTest::shardsOf).toList());
        assertEquals(
                List.of(4, 3),
                calls.stream().map(call -> call.envelope().shard().value()).toList());
    }

    @Test
    void theLastAnswerSendsAllInTheirOrder() {
        List<Call> calls = split(3, 4, 1, 0, 5);
        answer(calls.get(1));
        assertEquals(List.of(), answers);
        answer(calls.get(0));
        assertEquals(
                List.of(new ManyRead(IntStream.of(3, 4, 1, 0, 5)
                        .mapToObj(SplitReadTest::answer)
                        .toList())),
                answers);
    }

    @Test
    void whatAnEngineRefusesIsRefusedForEachOfItsParts() {
        List<Call> calls = split(3, 4, 1);
        Refused refused = new Refused(ErrorCode.CLOSED, "this file system was closed");
        calls.get(1).sink().answer(refused);
        answer(calls.get(0));
        assertEquals(List.of(new ManyRead(List.of(refused, answer(4), refused))), answers);
    }
}
