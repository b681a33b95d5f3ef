package io.pfs.server.inspect;

import io.pfs.PfsException;
import io.pfs.format.FileHeader;
import io.pfs.server.run.RunCursor;
import io.pfs.server.run.RunFile;
import io.pfs.server.run.RunPart;
import io.pfs.server.tag.IndexState;

/** Shows a sorted run of an index: of which shards, up to where, and how much. */
final class RunDump {
    private final StorageFile file;
    private final long fileId;
    private final Items items;

    RunDump(StorageFile file, long fileId, Items items) {
        this.file = file;
        this.fileId = fileId;
        this.items = items;
    }

    /** One that has no end is of a server that was stopped while it wrote, or writes. */
    void run() {
        RunFile run;
        try {
            run = RunFile.of(file, fileId);
        } catch (PfsException e) {
            items.item(Item.of("tail", FileHeader.BYTES, Math.max(0, file.size() - FileHeader.BYTES))
                    .with("why", "a run that was not written to its end, or damage: " + e.detail()));
            return;
        }
        run.parts().forEach(part -> show(run, part));
    }

    private void show(RunFile run, RunPart part) {
        Item item = Item.of("part", part.from(), part.to() - part.from())
                .with("shard", part.shard().value())
                .with("entries", part.entries());
        items.item(IndexState.decode(part.state())
                .map(state -> item.with("sequence", state.sequence()).with("told", state.told()))
                .orElse(item));
        try {
            RunCursor cursor = run.read(part);
            boolean isMore = true;
            while (isMore) {
                isMore = cursor.next();
            }
        } catch (PfsException e) {
            items.item(Item.damage(part.from(), part.to(), e.detail()));
        }
    }
}
