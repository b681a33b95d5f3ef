package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.server.access.Guard;
import io.pfs.server.names.Birthplace;
import io.pfs.server.names.NameService;
import io.pfs.wire.Asker;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.DropObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.LinkRow;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ManageCluster;
import io.pfs.wire.Request.MeasureIndexes;
import io.pfs.wire.Request.MeasureSpace;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.Request.WriteObject;

/** What a shard can do for who asks, and which of it is meant by a request. */
record ShardServices(
        ShardId shard,
        Guard guard,
        RowEdits edits,
        RowService rows,
        RowReads rowReads,
        ReadService reads,
        ListService lists,
        SearchService searches,
        ObjectService objects,
        TableService tables,
        SpaceService measuring,
        NameService names,
        Birthplace birthplace) {
    /** Refused by what it throws. */
    void serve(Envelope envelope, Reply.Sink sink) {
        Request request = envelope.request();
        if (request instanceof EditRow edit) {
            edits.edit(envelope, edit, sink);
        } else if (request instanceof EditRows many) {
            edits.edit(envelope, many, sink);
        } else if (request instanceof RemoveRow remove) {
            rows.remove(envelope, remove, sink);
        } else if (!serveRead(guard.asker(envelope), request, sink)
                && !serveObject(guard.asker(envelope), request, sink)) {
            serveTable(envelope, sink);
        }
    }

    private boolean serveRead(Asker asker, Request request, Reply.Sink sink) {
        if (request instanceof ReadRow read) {
            reads.read(asker, read, sink);
        } else if (request instanceof ReadRows read) {
            rowReads.read(asker, read, sink);
        } else if (request instanceof ReadCell read) {
            reads.read(asker, read, sink);
        } else if (request instanceof ListCells list) {
            reads.list(asker, list, sink);
        } else if (request instanceof ListRows list) {
            lists.list(asker, list, sink);
        } else if (request instanceof SearchRows search) {
            searches.search(asker, search, sink);
        } else if (request instanceof MeasureIndexes measure) {
            searches.measure(asker, measure, sink);
        } else {
            return false;
        }
        return true;
    }

    private boolean serveObject(Asker asker, Request request, Reply.Sink sink) {
        if (request instanceof WriteObject write) {
            objects.write(write, sink);
        } else if (request instanceof BeginObject begin) {
            objects.begin(asker, begin, sink);
        } else if (request instanceof ForceObject force) {
            objects.force(force, sink);
        } else if (request instanceof SealObject seal) {
            objects.seal(seal, sink);
        } else if (request instanceof DropObject drop) {
            objects.drop(drop, sink);
        } else {
            return false;
        }
        return true;
    }

    private void serveTable(Envelope envelope, Reply.Sink sink) {
        Request request = envelope.request();
        if (request instanceof MakeTable make) {
            make(envelope, make, sink);
        } else if (request instanceof DescribeTable describe) {
            tables.describe(describe, sink);
        } else if (request instanceof MeasureSpace) {
            measuring.measure(sink);
        } else if (request instanceof AlterTable alter) {
            tables.alter(envelope, alter, sink);
        } else if (request instanceof RenameRow rename) {
            names.rename(envelope, rename, sink);
        } else if (request instanceof RemoveTable remove) {
            names.remove(envelope, remove, sink);
        } else if (request instanceof LinkRow link) {
            throw NameService.noLinks(link);
        } else if (request instanceof ManageCluster) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, "servers do not come and go here, each has its seat for good");
        } else {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, "a request of no known kind: " + request);
        }
    }

    private void make(Envelope envelope, MakeTable make, Reply.Sink sink) {
        ShardId home = make.home().orElseGet(birthplace::next);
        if (home.equals(shard)) {
            tables.makeHere(envelope, make, sink);
        } else {
            names.make(envelope, make, home, sink);
        }
    }
}
