package io.pfs.kv;

/** Where a server has its index. */
public interface KvHome {
    /**
     * The index, whoever asks for it; opened if nobody did, which may take long. It is empty if there was none, or none that
     * could be opened any more. Whoever gets it does not close it.
     */
    KvIndex open();

    /**
     * Throws away the index with all that is in it, since it was found damaged: all who have it are refused from now on, and the
     * next to open gets an empty one. Does nothing if another took its place already.
     */
    void reset(KvIndex damaged);
}
