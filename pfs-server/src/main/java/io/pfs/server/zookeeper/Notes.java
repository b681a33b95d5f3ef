package io.pfs.server.zookeeper;

import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.server.zookeeper.ZooKeeperSession.Content;
import io.pfs.server.zookeeper.ZooKeeperSession.Written;
import io.pfs.wire.SeatMove;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;

/** What people say of servers, and what they are told. These nodes are made when there is first something to write. */
final class Notes {
    private static final byte[] NOTHING = new byte[0];

    private final ZooKeeperSession session;
    private final Nodes nodes;
    private final int seats;

    Notes(ZooKeeperSession session, Nodes nodes, int seats) {
        this.session = session;
        this.nodes = nodes;
        this.seats = seats;
    }

    void drain(Address server, boolean drained, Runnable told) {
        session.create(nodes.drained(), CreateMode.PERSISTENT, () -> NOTHING, () -> mark(server, drained, told));
    }

    /** Others may mark others meanwhile, and what can't be read stays. */
    private void mark(Address server, boolean drained, Runnable told) {
        String node = nodes.drained();
        String mark = server.toString();
        session.require(node, NodeText::lines, found -> {
            List<String> marks = new ArrayList<>(found.value());
            if (marks.contains(mark) == drained) {
                told.run();
                return;
            }
            boolean unused = drained ? marks.add(mark) : marks.remove(mark);
            session.write(node, NodeText.ofLines(marks), found.version(), written -> {
                if (written == Written.DONE) {
                    told.run();
                } else {
                    mark(server, drained, told);
                }
            });
        });
    }

    void moves(Consumer<List<Optional<SeatMove>>> told) {
        List<Optional<SeatMove>> moves = new ArrayList<>(Collections.nCopies(seats, Optional.empty()));
        int[] awaited = {seats};
        for (int seat = 0; seat < seats; seat++) {
            int number = seat;
            session.read(nodes.move(new ServerId(seat)), NodeText::move, found -> {
                moves.set(number, found.flatMap(Content::value));
                awaited[0]--;
                if (awaited[0] == 0) {
                    told.accept(moves);
                }
            });
        }
    }

    /** It is written over by who has the seat next, if that one comes later. The node is there but for the first time. */
    void moved(ServerId seat, SeatMove move) {
        String node = nodes.move(seat);
        session.write(node, NodeText.of(move), ZooKeeperSession.ANY, written -> {
            if (written == Written.NO_NODE) {
                make(node, move);
            }
        });
    }

    private void make(String node, SeatMove move) {
        session.create(
                nodes.moves(),
                CreateMode.PERSISTENT,
                () -> NOTHING,
                () -> session.create(
                        node,
                        CreateMode.PERSISTENT,
                        () -> NOTHING,
                        () -> session.write(node, NodeText.of(move), ZooKeeperSession.ANY, written -> {})));
    }
}
