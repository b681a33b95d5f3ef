package io.pfs.client;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Ask;
import io.pfs.client.call.Caller;
import io.pfs.client.call.Promise;
import io.pfs.row.TablePointer;
import io.pfs.wire.ClusterDeed;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.Reply.ClusterSeen;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.ManageCluster;
import java.util.HexFormat;

/**
 * Servers that come and go by ZooKeeper, for who looks after them: superusers. What is asked goes to any server that can be reached, also to one
 * that serves nothing now. Refused with {@code NOT_SUPPORTED} where servers don't come and go.
 */
public final class Cluster {
    private final Caller caller;

    Cluster(Caller caller) {
        this.caller = caller;
    }

    /** The id of the file system: 32 hexadecimal digits, by which ZooKeeper knows it, too. */
    public String fileSystem() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(caller.facts().idHigh())
                + hex.toHexDigits(caller.facts().idLow());
    }

    /** Who serves what. */
    public ClusterPicture look() {
        return ask(ClusterDeed.LOOK, "");
    }

    /**
     * Has a server hold nothing any more, as long as others are there, until {@link #undrain}. It begins to hand over at once; what it still holds
     * can be looked at.
     *
     * @param server {@code HOST:PORT}, as pictures name it
     */
    public ClusterPicture drain(String server) {
        return ask(ClusterDeed.DRAIN, server);
    }

    /** Lets a server that was drained hold seats again. */
    public ClusterPicture undrain(String server) {
        return ask(ClusterDeed.UNDRAIN, server);
    }

    private ClusterPicture ask(ClusterDeed deed, String server) {
        if (!caller.seatsMove()) { // nor is a server of a list waited for that is down
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, "servers do not come and go here, each has its seat for good");
        }
        TablePointer root = caller.facts().root();
        Promise<ClusterPicture> promise = new Promise<>();
        caller.send(new Ask(new ManageCluster(root.table(), deed, server), root.base(), reply -> {
            if (reply instanceof ClusterSeen seen) {
                promise.done(seen.picture());
            } else if (reply instanceof Refused refused) {
                promise.failed(refused.toException());
            } else {
                promise.failed(new PfsException(
                        ErrorCode.INVARIANT_BROKEN, "a server answered something else than was asked: " + reply));
            }
        }));
        return Promise.await(promise);
    }
}
