package io.pfs.sim;

import io.pfs.FileId;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowChanged;
import java.util.HashMap;
import java.util.Map;

/** A file id is given to one row, once; each version of it is the work of one request. */
final class FileIdBook {
    private final Map<FileId, RowKey> rows = new HashMap<>();
    private final Map<RowChanged, Long> requests = new HashMap<>();

    /** What a client was answered. */
    void note(RowKey key, long request, Reply reply) {
        if (reply instanceof RowChanged changed) {
            note(key, changed.fileId());
            Long other = requests.putIfAbsent(changed, request);
            if (other != null && other != request) {
                throw new SimViolation("version: " + changed + " of " + key + " was answered to two requests");
            }
        }
    }

    /** A row that has this id. */
    void note(RowKey key, FileId fileId) {
        RowKey other = rows.putIfAbsent(fileId, key);
        if (other != null && !other.equals(key)) {
            throw new SimViolation("file id: " + fileId + " is that of " + other + " and of " + key);
        }
    }
}
