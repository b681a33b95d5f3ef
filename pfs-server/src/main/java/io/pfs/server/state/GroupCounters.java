package io.pfs.server.state;

/** How often things happened in a group of shards since it was opened. Written and read on its loop. */
public final class GroupCounters {
    private long splits;
    private long splitsUnderCheckpoint;
    private long rowsSplitOff;
    private long journalWrites;
    private long slicesLoaded;
    private long repeatsAnswered;
    private long staleRequests;
    private long checkpointsCounted;
    private long checkpointsGivenUp;
    private long tablesReaped;
    private long rowsReaped;
    private long checkpointsForMemory;
    private long slicesLeftYoung;
    private long repliesLetGo;
    private long recordsRead;
    private long slicesEvicted;
    private long tablesClosed;
    private long waitedForMemory;
    private long rowsSearched;
    private long indexItems;
    private long indexesFilled;
    private long indexFailures;
    private long indexesBehind;
    private long searchesNarrowed;
    private long refusedForMemory;
    private long refusedForSpace;
    private long metadataFilesDeleted;
    private long slicesRewritten;
    private long cellsEmbedded;
    private long cellsIngested;
    private long objectsWritten;
    private long cellsFlushed;
    private long movesTooLate;
    private long indirectRewritten;
    private long segmentsAbandoned;
    private long pagesListed;
    private long appliedLate;
    private long tablesBorn;
    private long slicesOffered;
    private long slicesAdopted;
    private long slicesAdoptedPartly;
    private long slicesAdoptedFromAfar;
    private long rowsFromAfar;
    private long segmentsReturned;
    private long slicesGiven;
    private long tablesSpread;
    private long waitedForSlices;
    private long misplaced;

    private final RunCounters runs = new RunCounters();

    /** Runs of the index. */
    public RunCounters runs() {
        return runs;
    }

    /** Slices that split. */
    public long splits() {
        return splits;
    }

    /** Slices that split while a checkpoint of their shard ran. */
    public long splitsUnderCheckpoint() {
        return splitsUnderCheckpoint;
    }

    /** Rows that went from a slice to its upper half, here or on their way elsewhere. */
    public long rowsSplitOff() {
        return rowsSplitOff;
    }

    public void splitOff(int rows) {
        rowsSplitOff += rows;
    }

    /** Times that the journal told that what was written is durable: in mode sync, writes with a force each. */
    public long journalWrites() {
        return journalWrites;
    }

    public void journalWritten() {
        journalWrites++;
    }

    /** Records that were applied after those who asked for them had been answered. */
    public long appliedLate() {
        return appliedLate;
    }

    public void lateApplied() {
        appliedLate++;
    }

    /** Slices read back from storage. */
    public long slicesLoaded() {
        return slicesLoaded;
    }

    /** Requests that came again and got the answer they had got before. */
    public long repeatsAnswered() {
        return repeatsAnswered;
    }

    /** Requests that came when their client had long had its answer. */
    public long staleRequests() {
        return staleRequests;
    }

    public long checkpointsCounted() {
        return checkpointsCounted;
    }

    public long checkpointsGivenUp() {
        return checkpointsGivenUp;
    }

    /** Tables that were cut off and are gone. */
    public long tablesReaped() {
        return tablesReaped;
    }

    /** Rows that went with them. */
    public long rowsReaped() {
        return rowsReaped;
    }

    /** Rows whose table is about to be reaped. */
    public void rowsGivenUp(int rows) {
        rowsReaped += rows;
    }

    public void reaped(long rows) {
        tablesReaped++;
        rowsReaped += rows;
    }

    /** Slices that a round for the journal's sake left for the next one. */
    public long slicesLeftYoung() {
        return slicesLeftYoung;
    }

    /** Replies that went since their clients had them. */
    public long repliesLetGo() {
        return repliesLetGo;
    }

    /** Rounds of checkpoints that began because too much was waiting to be written. */
    public long checkpointsForMemory() {
        return checkpointsForMemory;
    }

    /** Images and deltas read from the metadata log. */
    public long recordsRead() {
        return recordsRead;
    }

    /** Slices whose rows were let go. */
    public long slicesEvicted() {
        return slicesEvicted;
    }

    /** Tables that nobody used and that were packed away. */
    public long tablesClosed() {
        return tablesClosed;
    }

    /** Rows that were looked at for queries. */
    public long rowsSearched() {
        return rowsSearched;
    }

    public void indexRound(int items) {
        indexItems += items;
    }

    /** What indexes were told. */
    public long indexItems() {
        return indexItems;
    }

    public void indexFilled() {
        indexesFilled++;
    }

    /** Times that new indexes of a table were complete in a shard. */
    public long indexesFilled() {
        return indexesFilled;
    }

    public void indexFailed() {
        indexFailures++;
    }

    /** Times that the index was thrown away, since it could not be read or written. */
    public long indexFailures() {
        return indexFailures;
    }

    public void searchNarrowed() {
        searchesNarrowed++;
    }

    public void indexBehind() {
        indexesBehind++;
    }

    /** Times that what the index knew of a shard was thrown away, since it was too far behind. */
    public long indexesBehind() {
        return indexesBehind;
    }

    /** Pages of searches for which indexes said where to look. */
    public long searchesNarrowed() {
        return searchesNarrowed;
    }

    public void searched(int rows) {
        rowsSearched += rows;
    }

    /** Changes that waited because far too much was waiting to be written. */
    public long waitedForMemory() {
        return waitedForMemory;
    }

    /** Changes refused because that took too long. */
    public long refusedForMemory() {
        return refusedForMemory;
    }

    /** Changes refused because only the reserve of space was left. */
    public long refusedForSpace() {
        return refusedForSpace;
    }

    /** Files of the metadata log deleted because nothing in them was needed any more. */
    public long metadataFilesDeleted() {
        return metadataFilesDeleted;
    }

    /** Slices written anew only so that a file of the metadata log could be deleted. */
    public long slicesRewritten() {
        return slicesRewritten;
    }

    public void filesDeleted(int files) {
        metadataFilesDeleted += files;
    }

    public void rewritten(int slices) {
        slicesRewritten += slices;
    }

    public void leftYoung(int slices) {
        slicesLeftYoung += slices;
    }

    public void replyLetGo() {
        repliesLetGo++;
    }

    public void checkpointForMemory() {
        checkpointsForMemory++;
    }

    void read(int records) {
        recordsRead += records;
    }

    void evicted() {
        slicesEvicted++;
    }

    void tableClosed() {
        tablesClosed++;
    }

    public void memoryAwaited() {
        waitedForMemory++;
    }

    public void refusedMemory() {
        refusedForMemory++;
    }

    public void refusedSpace() {
        refusedForSpace++;
    }

    /** Cells that were written with their record, which the journal alone holds at first. */
    public long cellsEmbedded() {
        return cellsEmbedded;
    }

    /** Cells that were written to a segment before their record. */
    public long cellsIngested() {
        return cellsIngested;
    }

    /** Cells, indirect records aside, that were copied from the journal to a segment. */
    public long cellsFlushed() {
        return cellsFlushed;
    }

    /** Rows that changed while cells of them were copied, so that the copies are garbage. */
    public long movesTooLate() {
        return movesTooLate;
    }

    /** Indirect records that were written anew since cells that they lead to were copied. */
    public long indirectRewritten() {
        return indirectRewritten;
    }

    /** Segments that were left as they were after a write or a force failed. */
    public long segmentsAbandoned() {
        return segmentsAbandoned;
    }

    /** Pages of listings. */
    public long pagesListed() {
        return pagesListed;
    }

    /** Tables that were made here for rows in other shards. */
    public long tablesBorn() {
        return tablesBorn;
    }

    public void split(boolean underCheckpoint) {
        splits++;
        splitsUnderCheckpoint += underCheckpoint ? 1 : 0;
    }

    public void loaded() {
        slicesLoaded++;
    }

    public void repeatAnswered() {
        repeatsAnswered++;
    }

    public void stale() {
        staleRequests++;
    }

    public void checkpointEnded(boolean counts) {
        checkpointsCounted += counts ? 1 : 0;
        checkpointsGivenUp += counts ? 0 : 1;
    }

    public void cellsWritten(int embedded, int ingested) {
        cellsEmbedded += embedded;
        cellsIngested += ingested;
    }

    public void objectsWritten(int objects) {
        objectsWritten += objects;
    }

    /** Cells that became objects of their own. */
    public long objectsWritten() {
        return objectsWritten;
    }

    public void cellsCopied(int cells, boolean withIndirect) {
        cellsFlushed += cells;
        indirectRewritten += withIndirect ? 1 : 0;
    }

    public void moveTooLate() {
        movesTooLate++;
    }

    public void segmentAbandoned() {
        segmentsAbandoned++;
    }

    public void pageListed() {
        pagesListed++;
    }

    public void tableBorn() {
        tablesBorn++;
    }

    /** Offers of slices to other shards, each time one is made. */
    public long slicesOffered() {
        return slicesOffered;
    }

    public void sliceOffered() {
        slicesOffered++;
    }

    /** Slices that came from other shards. */
    public long slicesAdopted() {
        return slicesAdopted;
    }

    public void sliceAdopted() {
        slicesAdopted++;
    }

    /** Parts of such slices that were not the last. */
    public long slicesAdoptedPartly() {
        return slicesAdoptedPartly;
    }

    public void sliceAdoptedPartly() {
        slicesAdoptedPartly++;
    }

    /** Slices that came from shards of other servers. */
    public long slicesAdoptedFromAfar() {
        return slicesAdoptedFromAfar;
    }

    public void sliceAdoptedFromAfar() {
        slicesAdoptedFromAfar++;
    }

    /** Rows that were renamed into a shard from one of another server. */
    public long rowsFromAfar() {
        return rowsFromAfar;
    }

    public void rowFromAfar() {
        rowsFromAfar++;
    }

    /** Times that another server returned a segment. */
    public long segmentsReturned() {
        return segmentsReturned;
    }

    public void segmentReturned() {
        segmentsReturned++;
    }

    /** Tables at home here that were spread further, and have their slices where they belong by that. */
    public long tablesSpread() {
        return tablesSpread;
    }

    public void tableSpread() {
        tablesSpread++;
    }

    /** Slices that went to other shards. */
    public long slicesGiven() {
        return slicesGiven;
    }

    public void sliceGiven() {
        slicesGiven++;
    }

    /** Times that somebody waited for a slice between shards. */
    public long waitedForSlices() {
        return waitedForSlices;
    }

    public void waitedForSlice() {
        waitedForSlices++;
    }

    /** Requests that were told where their names live. */
    public long misplaced() {
        return misplaced;
    }

    public void misplacedRequest() {
        misplaced++;
    }
}
