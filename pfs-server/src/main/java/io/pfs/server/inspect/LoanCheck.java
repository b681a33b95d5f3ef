package io.pfs.server.inspect;

import io.pfs.Check;
import io.pfs.LoanId;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.cell.Segment;
import io.pfs.row.CellLocation;
import io.pfs.server.change.Change.Total;
import io.pfs.server.gc.CellTally;
import io.pfs.server.shard.StateWalk.ShardView;
import io.pfs.server.table.Intent.Borrowed;
import io.pfs.server.table.Intent.Borrowing;
import io.pfs.server.table.Intent.Lending;
import io.pfs.server.table.Intent.Lent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whether what one server has lent another has borrowed, and what rows point to of other servers is held for them: else its home may
 * delete it.
 *
 * <p>A loan begins with the borrower and ends with the lender, so between their records there is a half, which is the borrower's:
 * what is lent is still here as far as the lender knows, or the borrower is returning it. A lender that could not read what it gave
 * has no record of its own, but counts what it gave for ever.
 */
final class LoanCheck {
    private final FileNames names;
    private final Findings findings;
    private final Map<ShardId, ShardView> shards = new HashMap<>();
    private final Map<ShardId, ServerId> servers = new HashMap<>();
    private final Set<Loan> lent = new HashSet<>();
    private final Set<Loan> borrowed = new HashSet<>();
    private final Map<Long, List<Debt>> debts = new TreeMap<>();
    private final List<Claim> claims = new ArrayList<>();
    private final TreeMap<Held, Use> uses = new TreeMap<>();
    /** What servers count of segments, less what their rows lead to. */
    private final TreeMap<Held, Long> unexplainedBytes = new TreeMap<>();

    /** What both sides of a loan know of one segment. */
    private record Loan(ShardId lender, LoanId id, long segment) {}

    /** What the borrower knows. */
    private record Debt(Loan loan, ShardId borrower, Borrowed what) {}

    /** What the lender knows. */
    private record Claim(Loan loan, ShardId borrower) {}

    /** A segment, and a server that needs it. */
    private record Held(ServerId by, long segment) implements Comparable<Held> {
        @Override
        public int compareTo(Held other) {
            int order = by.compareTo(other.by);
            return order != 0 ? order : Long.compare(segment, other.segment);
        }
    }

    /** By rows: the first, and how many cells in all. */
    private record Use(String subject, boolean isObject, long cells) {
        Use and(Use more) {
            return new Use(subject, isObject, cells + more.cells);
        }
    }

    LoanCheck(FileNames names, Findings findings) {
        this.names = names;
        this.findings = findings;
    }

    /** A shard of a server. */
    void shard(ServerId server, ShardView view) {
        ShardId shard = view.id();
        servers.put(shard, server);
        shards.put(shard, view);
        for (Lending row : view.lendings()) {
            for (Lent one : row.segments()) {
                Loan loan = new Loan(shard, row.loan(), one.segment());
                lent.add(loan);
                claims.add(new Claim(loan, row.borrower()));
            }
        }
        for (Borrowing row : view.borrowings()) {
            for (Borrowed one : row.segments()) {
                Loan loan = new Loan(row.lender(), row.loan(), one.segment());
                borrowed.add(loan);
                debts.computeIfAbsent(one.segment(), none -> new ArrayList<>()).add(new Debt(loan, shard, one));
            }
        }
    }

    /** What a server counts of segments. */
    void counted(ServerId server, List<Total> totals) {
        totals.forEach(total -> explain(server, total.segment(), -total.live()));
    }

    private void explain(ServerId server, long segment, long bytes) {
        unexplainedBytes.merge(new Held(server, segment), -bytes, Long::sum);
    }

    /** A row of a shard has a cell there. */
    void pointed(ShardId shard, CellLocation cell, String subject) {
        ServerId server = Check.present(servers.get(shard), "rows are told of after their shard");
        explain(server, cell.segment(), CellTally.weight(cell));
        if (!Segment.homeOf(cell.segment()).equals(server)) {
            uses.merge(new Held(server, cell.segment()), new Use(subject, cell.isObject(), 1), Use::and);
        }
    }

    /**
     * Tells what does not fit together, when all was heard of.
     *
     * @param isAllMet whether rows that can't be read have no cells that were not heard of
     */
    void check(boolean isAllMet) {
        uses.forEach(this::check);
        debts.values().forEach(some -> some.forEach(this::check));
        claims.forEach(claim -> check(claim, isAllMet));
    }

    private void check(Held held, Use use) {
        if (isHeld(held, new HashSet<>())) {
            return;
        }
        String file = names.ofCell(held.segment, use.isObject);
        String who = held.by + " points to it with " + use.cells + " cells, ";
        if (isLentTo(held)) {
            findings.found(Finding.note(
                    file, -1, who + "and knows of no loan, but it was lent there: so it stays, and is never returned"));
        } else {
            findings.found(
                    Finding.damage(file, -1, use.subject, who + "and no loan holds it there: its home may delete it"));
        }
    }

    /** A server holds what is its own, and what it borrowed of one who holds it. */
    private boolean isHeld(Held held, Set<Held> asked) {
        if (Segment.homeOf(held.segment).equals(held.by)) {
            return true;
        }
        return asked.add(held)
                && debts.getOrDefault(held.segment, List.of()).stream()
                        .filter(debt -> isBy(debt.borrower, held.by) && !debt.what.isReturning() && isBacked(debt.loan))
                        .anyMatch(debt -> ownerOf(debt.loan.lender)
                                .filter(lender -> isHeld(new Held(lender, held.segment), asked))
                                .isPresent());
    }

    private boolean isBy(ShardId shard, ServerId server) {
        return ownerOf(shard).equals(Optional.of(server));
    }

    private Optional<ServerId> ownerOf(ShardId shard) {
        return Optional.ofNullable(servers.get(shard));
    }

    /** Whether the lender keeps it: he knows of the loan, or thinks that it is all still his own, or that some is which is not. */
    private boolean isBacked(Loan loan) {
        return lent.contains(loan) || isGoing(loan) || isCountedForEver(loan);
    }

    private boolean isCountedForEver(Loan loan) {
        return ownerOf(loan.lender)
                .filter(lender -> unexplainedBytes.getOrDefault(new Held(lender, loan.segment), 0L) > 0)
                .isPresent();
    }

    private boolean isGoing(Loan loan) {
        ShardView lender = shards.get(loan.lender);
        return lender != null && lender.isGoing(loan.id);
    }

    private boolean isLentTo(Held held) {
        return claims.stream()
                .filter(claim -> claim.loan.segment == held.segment && isBy(claim.borrower, held.by))
                .anyMatch(claim -> ownerOf(claim.loan.lender)
                        .filter(lender -> isHeld(new Held(lender, held.segment), new HashSet<>()))
                        .isPresent());
    }

    private void check(Debt debt) {
        if (!lent.contains(debt.loan)) {
            String what = debt.borrower + " has borrowed it from " + debt.loan.lender + " by loan " + debt.loan.id;
            String why;
            if (isGoing(debt.loan)) {
                why = ", which has not heard yet that the rows came";
            } else if (debt.what.isReturning()) {
                why = ", which took it back: that has not been heard yet";
            } else if (isCountedForEver(debt.loan)) {
                why = ", which does not know of it, but counts more there than its rows lead to: so it stays";
            } else {
                why = ", which does not know of it";
            }
            String file = names.ofCell(debt.loan.segment, debt.what.isObject());
            findings.found(Finding.note(file, -1, what + why));
        }
    }

    private void check(Claim claim, boolean isAllMet) {
        boolean isUsed = ownerOf(claim.borrower)
                .filter(server -> uses.containsKey(new Held(server, claim.loan.segment)))
                .isPresent();
        if (!borrowed.contains(claim.loan) && !isUsed) {
            String subject = "segment " + Long.toHexString(claim.loan.segment);
            String text = "was lent by " + claim.loan.lender + " to " + claim.borrower + " by loan " + claim.loan.id
                    + ", which does not know of it and returns nothing";
            findings.found(
                    isAllMet
                            ? Finding.orphan("", subject, text)
                            : Finding.note("", -1, subject + " " + text + "; rows that can't be read may need it"));
        }
    }
}
