package io.pfs.server.shard;

import io.pfs.server.collect.CollectionStart;

/** Makes space on a full disk: a checkpoint lets files of the journal and the metadata log go, collections what rows let go of. */
final class SpaceMaker implements SpaceReserve.Listener {
    private final CheckpointTurns turns;
    private final CollectionStart collections;

    SpaceMaker(CheckpointTurns turns, CollectionStart collections) {
        this.turns = turns;
        this.collections = collections;
    }

    @Override
    public void runsShort() {
        turns.begin();
    }

    @Override
    public void isShort(long bytesToCopyInto) {
        collections.diskIsFull(bytesToCopyInto);
    }

    @Override
    public void hasEnough() {
        collections.diskHasSpace();
    }
}
