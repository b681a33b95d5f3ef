package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.wire.Call;
import io.pfs.wire.Envelope;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.ManyRead;
import io.pfs.wire.Request.Part;
import io.pfs.wire.Request.ReadMany;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request whose parts are for several engines, as who sent it knows of one server: each is asked for those of its shards. The last answer sends
 * them all, on whichever loop that comes.
 */
final class SplitRead {
    private final Call call;
    private final List<Part> parts;
    private final @Nullable Reply[] answers;
    private final AtomicInteger left;

    private SplitRead(Call call, List<Part> parts) {
        this.call = call;
        this.parts = parts;
        this.answers = new Reply[parts.size()];
        this.left = new AtomicInteger(parts.size());
    }

    /** The calls that are made for this one: itself, if its parts are for one engine or it has none. */
    static List<Call> of(Call call, Function<ShardId, ServerId> ownerOf) {
        if (!(call.envelope().request() instanceof ReadMany many)) {
            return List.of(call);
        }
        Map<ServerId, List<Integer>> divided = new TreeMap<>();
        for (int nth = 0; nth < many.parts().size(); nth++) {
            ServerId owner = ownerOf.apply(many.parts().get(nth).shard());
            divided.computeIfAbsent(owner, any -> new ArrayList<>()).add(nth);
        }
        if (divided.size() == 1) {
            return List.of(call);
        }
        SplitRead split = new SplitRead(call, many.parts());
        return divided.values().stream().map(split::some).toList();
    }

    private Call some(List<Integer> numbers) {
        List<Part> some = numbers.stream().map(parts::get).toList();
        Envelope whole = call.envelope();
        Envelope asked =
                new Envelope(whole.id(), whole.lowestOpen(), some.get(0).shard(), new ReadMany(some), whole.asker());
        return new Call(asked, call.deadlineNs(), new OfSome(numbers));
    }

    /** What is refused as a whole is refused for each of its parts. */
    private void answered(List<Integer> numbers, Reply reply) {
        for (int i = 0; i < numbers.size(); i++) {
            answers[numbers.get(i)] =
                    reply instanceof ManyRead read ? read.answers().get(i) : reply;
        }
        if (left.addAndGet(-numbers.size()) == 0) {
            call.sink()
                    .answer(new ManyRead(Arrays.stream(answers)
                            .map(answer -> Check.present(answer, "each part has its answer"))
                            .toList()));
        }
    }

    private final class OfSome implements Reply.Sink {
        private final List<Integer> numbers;

        OfSome(List<Integer> numbers) {
            this.numbers = numbers;
        }

        @Override
        public void answer(Reply reply) {
            answered(numbers, reply);
        }

        @Override
        public Optional<LeaseHolder> holder() {
            return call.sink().holder();
        }

        @Override
        public boolean mayWait() {
            return call.sink().mayWait();
        }
    }
}
