package io.pfs.server.owner;

import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.server.remote.Tenure;
import io.pfs.wire.SeatMove;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What one member can do. Calls are for the loop of who joined; what they lead to is told there, later. */
public interface Membership {
    MemberId member();

    /**
     * How long nobody else can have taken what this member holds. It may hold again after it did not, as long as the session lives; lost is final.
     */
    Tenure tenure();

    /**
     * Claims a seat in the epoch behind that of the entry. Told is the epoch, or nothing if the entry is another by now. An outcome that is not known is found out first, however long that
     * takes.
     */
    void claim(ServerId seat, SeatEntry seen, Consumer<Optional<SeatEntry>> told);

    /** Gives up a seat that this member claimed. Who is told knows that it stands there. */
    void release(ServerId seat, SeatEntry claimed, Runnable told);

    /** Says who is to hold each seat, unless somebody else has said so since {@code seen}. */
    void want(List<Optional<MemberId>> seen, List<Optional<MemberId>> wanted);

    /** Says that a server is to hold no seats, or may hold some again, whether it is there or not; stands when it is told. */
    void drain(Address server, boolean drained, Runnable told);

    /** Tells how each seat came to who served it last, by their numbers; empty for one that nobody has served. */
    void moves(Consumer<List<Optional<SeatMove>>> told);

    /** Keeps how a seat came to this member, which serves it: all see that in what they are told. */
    void moved(ServerId seat, SeatMove move);

    /** Says which seats this member can't open, if any, and nothing more of what it said before. */
    void tell(Troubles troubles);

    /** Says what seats that this member has open have to do, and nothing more of what it said before. Nothing of safety hangs on it. */
    void measured(SeatLoads loads);

    /** Says how much of the seats this member is to hold from now on, relative to the others; if it is to hold none, those that it holds stay its own. */
    void weigh(int weight);

    /** Ends the session: what this member holds still is free. Nothing more is heard from it. */
    void leave();
}
