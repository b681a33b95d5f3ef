package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cli.Counted;
import io.pfs.wire.ClusterPicture;
import java.util.Optional;
import java.util.OptionalInt;

/** What is told of a server that is emptied, as one picture after the other shows it. Who draws them may differ from one to the next. */
final class DrainProgress {
    /** Without news a line says so after so many pictures. */
    private static final int TELL_AFTER = 100;
    /** Whoever was asked to drain it has written that down; who does not know it after so many pictures has not only heard late. */
    private static final int UNMARKED_MAX = 50;

    private final String address;
    private String told = "";
    private int sinceTold;
    private int unmarked;
    private boolean isDone;

    DrainProgress(String address) {
        this.address = address;
    }

    /** Whether nothing is left to hand over. */
    boolean isDone() {
        return isDone;
    }

    /** Says what is new, if something is, or if nothing was for long. Throws why it will never be done. */
    Optional<String> seen(ClusterPicture picture) {
        if (picture.isCurrent()) {
            judge(picture);
        }
        if (isDone) {
            return Optional.empty();
        }
        String state = state(picture);
        boolean isKnown = picture.isCurrent() && (unmarked == 0 || isFirst(picture));
        boolean isNews = !state.equals(told) && (isKnown || sinceTold >= TELL_AFTER);
        if (isNews || sinceTold >= TELL_AFTER) {
            String line = isNews ? state : state + " still";
            told = state;
            sinceTold = 0;
            return Optional.of(line);
        }
        sinceTold++;
        return Optional.empty();
    }

    /** Who was asked to drain it may draw it as it was before. */
    private boolean isFirst(ClusterPicture picture) {
        return told.isEmpty() && left(picture, address) > 0;
    }

    private void judge(ClusterPicture picture) {
        boolean isMarked = picture.drained().contains(address);
        unmarked = isMarked ? 0 : unmarked + 1;
        if (unmarked > UNMARKED_MAX) {
            throw new PfsException(
                    ErrorCode.VERSION_CHANGED,
                    picture.asked() + " says that " + address + " is not drained: somebody has undone this");
        }
        isDone = isMarked && left(picture, address) == 0;
        if (isMarked && !isDone && !hasOthers(picture)) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    address
                            + " keeps its seats: every server that is there is drained, or leaves; start another one, or --undo"
                            + " one");
        }
    }

    private static boolean hasOthers(ClusterPicture picture) {
        return picture.servers().stream().anyMatch(server -> server.weight() > 0 && !picture.isDrained(server));
    }

    private String state(ClusterPicture picture) {
        if (!picture.isCurrent()) {
            return picture.asked() + " does not reach ZooKeeper, and can't say how far " + address + " is";
        }
        if (unmarked > 0 && !isFirst(picture)) {
            return picture.asked() + " has not heard yet that " + address + " is drained";
        }
        return address + " has " + Counted.of(left(picture, address), "seat") + " to hand over";
    }

    /** Seats that it holds, or is wanted for. */
    static int left(ClusterPicture picture, String address) {
        return (int) picture.seats().stream()
                .filter(seat -> is(picture, seat.holder(), address) || is(picture, seat.wanted(), address))
                .count();
    }

    private static boolean is(ClusterPicture picture, OptionalInt place, String address) {
        return place.isPresent()
                && picture.servers().get(place.getAsInt()).address().equals(address);
    }
}
