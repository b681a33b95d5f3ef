package io.pfs.server.exchange;

/** The stand-in of the other tests behaves as they say. */
final class MemoryTablesTest extends RowTablesContract {
    private final MemoryTables tables = new MemoryTables();

    @Override
    protected RowSink sink() {
        return tables;
    }

    @Override
    protected RowSource source() {
        return tables;
    }
}
