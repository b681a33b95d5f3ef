package io.pfs.kv;

import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** Where a server has its index. */
public interface KvHome {
    /** Where nobody has one: who looks into a data folder without serving it. */
    KvHome NOWHERE = new KvHome() {
        @Override
        public KvIndex open() {
            throw new PfsException(ErrorCode.NOT_SUPPORTED, "there is no index where nobody is served");
        }

        @Override
        public boolean exists() {
            return false;
        }

        @Override
        public void reset(KvIndex damaged) {}
    };

    /**
     * The index, whoever asks for it; opened if nobody did, which may take long. It is empty if there was none, or none that
     * could be opened any more. Whoever gets it does not close it.
     */
    KvIndex open();

    /** Whether anybody ever opened it here. */
    boolean exists();

    /**
     * Throws away the index with all that is in it, since it was found damaged: all who have it are refused from now on, and the
     * next to open gets an empty one. Does nothing if another took its place already.
     */
    void reset(KvIndex damaged);
}
