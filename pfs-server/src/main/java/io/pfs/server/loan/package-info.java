/**
 * Segments that servers share. A slice that is handed to a shard of another server, or a row that is renamed into one, goes on
 * pointing to its cells where they are: nothing is copied. What it points to is lent by the server that it leaves to the one
 * that it comes to, and stays until it is returned.
 *
 * <h2>Classes</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.loan.Holdings}: what some rows point to; {@link io.pfs.server.loan.HoldingsReader} finds it out.
 *   <li>{@link io.pfs.server.loan.Loans}: what a group of shards has lent and borrowed.
 * </ul>
 *
 * <h2>How a loan goes</h2>
 *
 * <ol>
 *   <li>The borrower journals, with the rows, how many bytes of which segments they hold, and who lent them ({@code
 *       Intent.Borrowing}).
 *   <li>The lender journals, with the end of the rows there, the same ({@code Intent.Lending}). Until then it has not counted
 *       them as gone, and takes nothing back.
 *   <li>Each counts what its own rows hold. Either may copy its own cells out of a segment that is mostly garbage, like any other.
 *   <li>When no row of the borrower holds anything of the segment, and he has lent none of it to others, he says so in his
 *       journal, then to the lender, until that has taken it; then he forgets the loan.
 *   <li>The home of a segment deletes it when no row of its own holds anything of it and all of it was returned. Whoever borrowed it
 *       and lent it on does the same with his own loan. For little of that neither begins a collection, but each life of a server begins
 *       with one for what the life before left.
 * </ol>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Whatever a row points to is held: by its server, whose segment it is or who borrowed it, from one who holds it as long as it
 *       is not returned.
 *   <li>Who holds a segment and borrows it once more returns the newer loan at once, so nobody holds anything of himself by way of
 *       others, and in the end all is returned.
 *   <li>A loan is of one slice or of one renamed row, and has one lender and one borrower: repeated messages say nothing new.
 * </ul>
 *
 * <p>Thread: the loop of its group. Uses {@code io.pfs.server.state}, {@code io.pfs.server.cell}; used by {@code
 * io.pfs.server.access}, {@code io.pfs.server.collect}, {@code io.pfs.server.names}.
 */
@NullMarked
package io.pfs.server.loan;

import org.jspecify.annotations.NullMarked;
