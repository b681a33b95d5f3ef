package io.pfs.client.testing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.wire.ObjectPrefix;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Reply.ObjectBegun;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.WriteObject;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The objects that clients of a tiny server write; what was written of those that are lost is still there for others to begin with. */
final class TinyObjects {
    private final Map<ObjectTicket, Written> open = new HashMap<>();
    private final List<Written> all = new ArrayList<>();

    private record Written(ObjectTicket ticket, ByteArrayOutputStream bytes) {}

    ObjectBegun begin(BeginObject begin) {
        Written written = new Written(begin.ticket(), new ByteArrayOutputStream());
        begin.prefix().ifPresent(prefix -> written.bytes.writeBytes(prefix(prefix)));
        open.put(begin.ticket(), written);
        all.add(written);
        return new ObjectBegun(all.size(), written.bytes.size());
    }

    private byte[] prefix(ObjectPrefix prefix) {
        Written from = all.get((int) prefix.object() - 1);
        if (!from.ticket.equals(prefix.ticket()) || from.bytes.size() < prefix.bytes()) {
            throw new PfsException(ErrorCode.OBJECT_LOST, "there is no such object with " + prefix);
        }
        return Arrays.copyOf(from.bytes.toByteArray(), (int) prefix.bytes());
    }

    private Written find(ObjectTicket ticket) {
        Written found = open.get(ticket);
        if (found == null) {
            throw new PfsException(ErrorCode.OBJECT_LOST, "the tiny server lost it");
        }
        return found;
    }

    void write(WriteObject write) {
        Written to = find(write.ticket());
        if (write.offset() != to.bytes.size()) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE, "a piece at " + write.offset() + " of an object with " + to.bytes.size());
        }
        to.bytes.writeBytes(write.bytes());
    }

    /** All of them, which must be so many. */
    byte[] bytes(ObjectTicket ticket, long expected) {
        byte[] bytes = find(ticket).bytes.toByteArray();
        if (bytes.length != expected) {
            throw new PfsException(ErrorCode.OUT_OF_RANGE, "an object has " + bytes.length + " bytes, not " + expected);
        }
        return bytes;
    }

    long id(ObjectTicket ticket) {
        return 1L + all.indexOf(find(ticket));
    }

    void drop(ObjectTicket ticket) {
        open.remove(ticket);
    }

    void loseAll() {
        open.clear();
    }
}
