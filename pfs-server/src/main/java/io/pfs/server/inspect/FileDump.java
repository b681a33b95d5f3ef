package io.pfs.server.inspect;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.server.journal.NewestMark;
import io.pfs.server.remote.RemoteStorage;
import io.pfs.server.remote.RemoteView;
import io.pfs.server.remote.StoredFolder;
import io.pfs.server.store.PathFolder;
import io.pfs.server.store.PoolAt;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Shows everything that a storage file holds, whatever its name, and goes on behind damage where its format lets one. */
public final class FileDump {
    private static final Pattern NAME = Pattern.compile("(journal|metadata|boost|column|object|run)-([0-9a-f]{1,16})");
    private static final int ID_AT = 16;

    private final StoredFolder folder;
    private final StorageFile file;
    private final byte[] head = new byte[FileHeader.BYTES];
    private final int headLength;

    private FileDump(StoredFolder folder, StorageFile file) {
        this.folder = folder;
        this.file = file;
        this.headLength = file.read(ByteBuffer.wrap(head), 0);
    }

    /** Shows a file; refuses one that is none of ours. Needs no lock: what is written meanwhile may be shown half. */
    public static void run(Path path, Items items) {
        Path folder = path.getParent() != null ? path.getParent() : path.isAbsolute() ? path : Path.of("");
        String name = path.getFileName() == null ? "" : path.getFileName().toString();
        run(new PathFolder(folder), name, items);
    }

    /** The same of one that is not on this machine. */
    public static void run(PoolAt.Remote file, Items items) {
        int folderEnd = file.uri().lastIndexOf('/');
        String folder = file.uri().substring(0, folderEnd + 1);
        try (RemoteView view = RemoteStorage.find().view(folder, file.login(), line -> {})) {
            run(view.stored(""), file.uri().substring(folderEnd + 1), items);
        }
    }

    static void run(StoredFolder folder, String name, Items items) {
        try (StorageFile file = open(folder, name)) {
            new FileDump(folder, file).run(items);
        }
    }

    private static StorageFile open(StoredFolder folder, String name) {
        try {
            return StorageFile.open(folder, name);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.FILE_MISSING || e.code() == ErrorCode.NOT_A_FILE) {
                throw new PfsException(ErrorCode.USAGE, e.detail(), e);
            }
            throw e;
        }
    }

    private void run(Items items) {
        FileKind kind = kind();
        items.item(Item.of("file", 0, file.size()).with("path", file.path()).with("kind", kind.toString()));
        boolean isWhole = header(kind, items);
        try {
            switch (kind) {
                case SUPERBLOCK -> SuperblockDump.run(file, items);
                case CLUSTER -> SuperblockDump.runCluster(file, items);
                case JOURNAL -> new JournalDump(items).run(file, file.path());
                case METADATA -> new MetadataDump(file, fileId(), items).run();
                case BOOST -> new BoostDump(file, items).run();
                case RUN -> new RunDump(file, fileId(), items).run();
                case COLUMN -> new SegmentDump(folder, name(), fileId(), items).run();
                case OBJECT -> new ObjectDump(folder, name(), fileId(), items).run();
                case WITNESS, COORDINATOR -> {} // these are a header and nothing else
            }
        } catch (PfsException e) {
            if (e.code() != ErrorCode.CORRUPT && e.code() != ErrorCode.NOT_OURS) {
                throw e;
            }
            items.item(Item.damage(isWhole ? FileHeader.BYTES : 0, file.size(), e.detail() + "; nothing goes on here"));
        }
    }

    /** What the header says, or, if that is damaged, the name. */
    private FileKind kind() {
        return FileHeader.kindOf(head, headLength)
                .or(this::kindByName)
                .orElseThrow(() -> new PfsException(ErrorCode.USAGE, file.path() + " " + whatElse()));
    }

    private String whatElse() {
        if (name().equals("lock")) {
            return "is the lock of a folder: it holds nothing";
        }
        return NewestMark.isName(name())
                ? "says by its name which file of the journal is the newest: it holds nothing"
                : "is not a storage file of PFS: it has no header of ours";
    }

    private Optional<FileKind> kindByName() {
        Matcher matcher = NAME.matcher(name());
        if (name().equals("superblock")) {
            return Optional.of(FileKind.SUPERBLOCK);
        } else if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (matcher.group(1)) {
                    case "journal" -> FileKind.JOURNAL;
                    case "metadata" -> FileKind.METADATA;
                    case "boost" -> FileKind.BOOST;
                    case "object" -> FileKind.OBJECT;
                    case "run" -> FileKind.RUN;
                    default -> FileKind.COLUMN;
                });
    }

    private String name() {
        return file.name();
    }

    /** The owner is left out: dumps are passed on, and who knows it could make bytes that pass for a record. */
    private boolean header(FileKind kind, Items items) {
        try {
            FileHeader header = FileHeader.decode(new ByteReader(file.path(), 0, head, 0, headLength), kind);
            items.item(Item.of("header", 0, FileHeader.BYTES)
                    .with("fileId", header.fileId())
                    .with("createdMillis", header.createdMillis()));
            return true;
        } catch (PfsException e) {
            if (e.code() != ErrorCode.CORRUPT && e.code() != ErrorCode.NOT_OURS) {
                throw e;
            }
            items.item(Item.damage(0, Math.min(FileHeader.BYTES, file.size()), e.detail()));
            return false;
        }
    }

    /** From a whole header; else from the name; else from what stands where the header had it. */
    private long fileId() {
        Matcher matcher = NAME.matcher(name());
        ByteReader in = new ByteReader(file.path(), 0, head, 0, headLength);
        try {
            return FileHeader.decode(in, kind()).fileId();
        } catch (PfsException e) {
            if (matcher.matches()) {
                return HexFormat.fromHexDigitsToLong(matcher.group(2));
            }
            return headLength < ID_AT + Long.BYTES ? 0 : new ByteReader("", 0, head, ID_AT, headLength).u64("file id");
        }
    }
}
