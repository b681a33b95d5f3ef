package io.pfs.bench.api;

import io.pfs.bench.api.Transactions.Use;
import io.pfs.bench.whole.Contents;
import io.pfs.client.table.AsyncTable;
import io.pfs.table.Column;
import java.util.concurrent.CompletableFuture;

/** The files that one caller alone uses, and how it does. */
record CallerFiles(AsyncTable directory, String prefix, Transactions transactions) {
    Step ask(Use use) {
        String file = prefix + use.number();
        return switch (use.operation()) {
            case CREATE -> written(use, create(file, content(use)));
            case APPEND -> written(use, directory.append(file, Column.CONTENT_NAME, content(use)));
            case READ -> new Step(use.operation(), 1, use.bytes(), 0, read(file, use.bytes()));
            case REMOVE -> Step.of(use.operation(), remove(file));
            case STAT, UTIME -> throw new IllegalStateException("no transaction has a " + use.operation());
        };
    }

    private static Step written(Use use, CompletableFuture<?> answer) {
        return new Step(use.operation(), 1, 0, use.bytes(), answer);
    }

    private static byte[] content(Use use) {
        return Contents.of(use.number() + use.bytesBefore(), use.bytes());
    }

    private CompletableFuture<?> create(String file, byte[] content) {
        return directory
                .edit(file)
                .expectAbsent()
                .putOwned(Column.CONTENT_NAME, content)
                .applyAsync();
    }

    private CompletableFuture<?> read(String file, int bytes) {
        return directory.get(file, Column.CONTENT_NAME).thenAccept(found -> {
            int length = found.map(content -> content.length).orElse(-1);
            EachFile.require(length == bytes, file, "has " + length + " bytes, and should have " + bytes);
        });
    }

    private CompletableFuture<?> remove(String file) {
        return directory
                .delete(file)
                .thenAccept(wasThere -> EachFile.require(wasThere, file, "was not there to be removed"));
    }
}
