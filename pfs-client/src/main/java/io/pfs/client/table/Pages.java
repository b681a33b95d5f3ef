package io.pfs.client.table;

import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.client.route.Placement;
import io.pfs.client.route.Placement.Run;
import io.pfs.hash.SliceOrder;
import io.pfs.row.TablePointer;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply.RowsSearched;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What servers find for a search, page by page, as it comes. All servers look at once, each for one page: it is asked for the next when
 * that was taken, so that never more than a page of each waits here. Of where rows are more may be learned meanwhile: then what is
 * left is divided anew.
 *
 * <p>Pages are taken by one, one after the other; answers come on any threads.
 */
final class Pages {
    private final Search search;
    private final long id;
    private final TreeMap<ServerId, Lane> lanes = new TreeMap<>();
    private final ArrayDeque<Arrived> arrived = new ArrayDeque<>();
    private Optional<Promise<Optional<Found>>> wanted = Optional.empty();
    private Optional<PfsException> failure = Optional.empty();

    /** A page, and of which of the tables. */
    record Found(int nth, RowsSearched page) {}

    /**
     * Rows of one of the tables that are still to be looked at.
     *
     * @param place behind which they begin
     * @param last their last position
     * @param learned what was known when it was found out which server has them
     */
    private record Piece(int nth, Optional<Cursor> place, long last, int learned) {
        SliceOrder.Interval interval() {
            long first =
                    place.map(cursor -> SliceOrder.position(cursor.nextHash())).orElse(0L);
            return new SliceOrder.Interval(first, last);
        }

        Piece behind(Cursor next) {
            return new Piece(nth, Optional.of(next), last, learned);
        }
    }

    /** What one server has to look at. */
    private static final class Lane {
        private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
        /** It is asked, or what it answered waits to be taken. */
        private boolean isBusy;
    }

    private record Asked(Lane lane, Piece piece) {}

    private record Arrived(Asked asked, RowsSearched page) {}

    /** Of the rows in a part of each table. */
    Pages(Search search, TablePart part) {
        this.search = search;
        this.id = search.newId();
        for (int nth = 0; nth < search.tableCount(); nth++) {
            divide(new Piece(nth, part.start(), part.interval().last(), 0));
        }
        ask();
    }

    /** Gives each server what it has of a piece. */
    private void divide(Piece piece) {
        RowAccess rows = search.rows(piece.nth);
        TablePointer table = rows.pointer();
        Placement placement = rows.placement();
        int learned = placement.learned(table.table());
        Optional<Cursor> place = piece.place;
        Optional<Lane> before = Optional.empty();
        for (Run run : placement.runs(table, piece.interval())) {
            Lane lane = lanes.computeIfAbsent(rows.caller().ownerOf(run.shard()), server -> new Lane());
            long last = run.interval().last();
            if (before.isPresent() && before.get() == lane) {
                Piece grown = lane.pieces.removeLast();
                lane.pieces.add(new Piece(piece.nth, grown.place, last, learned));
            } else {
                lane.pieces.add(new Piece(piece.nth, place, last, learned));
            }
            before = Optional.of(lane);
            place = Optional.of(Cursor.behindAll(SliceOrder.hashAt(last)));
        }
    }

    /** Has each server look further that has something to look at, and of whose last page somebody took notice. */
    private void ask() {
        Optional<Asked> next = nextAsked();
        while (next.isPresent()) {
            Asked asked = next.get();
            Piece piece = asked.piece;
            try {
                search.page(
                        id,
                        piece.nth,
                        piece.place,
                        piece.last,
                        Outcome.either(page -> arrived(asked, page), this::failed));
            } catch (PfsException e) {
                failed(e);
            }
            next = nextAsked();
        }
    }

    private synchronized Optional<Asked> nextAsked() {
        for (Lane lane : lanes.values()) {
            if (!lane.isBusy && !lane.pieces.isEmpty()) {
                lane.isBusy = true;
                return Optional.of(new Asked(lane, lane.pieces.remove()));
            }
        }
        return Optional.empty();
    }

    private void arrived(Asked asked, RowsSearched page) {
        Optional<Promise<Optional<Found>>> waits;
        Optional<Found> found = Optional.empty();
        synchronized (this) {
            arrived.add(new Arrived(asked, page));
            waits = wanted;
            wanted = Optional.empty();
            if (waits.isPresent()) {
                found = take();
            }
        }
        if (waits.isPresent()) {
            ask();
            waits.get().done(found);
        }
    }

    private void failed(PfsException cause) {
        Optional<Promise<Optional<Found>>> waits;
        synchronized (this) {
            failure = failure.or(() -> Optional.of(cause));
            waits = wanted;
            wanted = Optional.empty();
        }
        waits.ifPresent(promise -> promise.failed(cause));
    }

    /** The page that came first, if one did; its server may go on. */
    private Optional<Found> take() {
        Arrived first = arrived.poll();
        if (first == null) {
            return Optional.empty();
        }
        Lane lane = first.asked.lane;
        Piece piece = first.asked.piece;
        lane.isBusy = false;
        first.page.next().ifPresent(next -> goOn(lane, piece.behind(next)));
        return Optional.of(new Found(piece.nth, first.page));
    }

    private void goOn(Lane lane, Piece rest) {
        RowAccess rows = search.rows(rest.nth);
        if (rows.placement().learned(rows.table()) == rest.learned) {
            lane.pieces.addFirst(rest);
        } else {
            divide(rest);
        }
    }

    /** The next page that comes, once it is there; empty if all came. Asked for when the one before was taken. */
    Promise<Optional<Found>> next() {
        Promise<Optional<Found>> promise = new Promise<>();
        synchronized (this) {
            boolean isOver = lanes.values().stream().noneMatch(lane -> lane.isBusy);
            if (failure.isPresent()) {
                promise.failed(failure.get());
            } else if (isOver || !arrived.isEmpty()) {
                promise.done(take());
            } else {
                wanted = Optional.of(promise);
            }
        }
        ask();
        return promise;
    }
}
