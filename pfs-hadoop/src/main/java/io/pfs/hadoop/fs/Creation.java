package io.pfs.hadoop.fs;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.file.FileOutput;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.file.PfsForms;
import io.pfs.client.table.TableOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.permission.FsPermission;

/** Makes files and directories, and opens files to append to them. Any thread. */
final class Creation {
    /** Others may remove a directory that was just made, so often it is made again. */
    private static final int ATTEMPTS_MAX = 4;

    private final PfsFiles files;
    private final FormChanges forms;
    private final Runnable changed;
    private final boolean atClose;

    Creation(Mount mount) {
        this.files = mount.files();
        this.forms = new FormChanges(mount);
        this.changed = mount.views()::changed;
        this.atClose = mount.settings().createsAtClose();
    }

    /**
     * What a file is to be born with.
     *
     * @param parents what directories that are missing above it are born with; if empty, none are made
     */
    record Birth(FsPermission permission, Optional<FsPermission> parents) {}

    PfsOutputStream create(String path, EnumSet<CreateFlag> flags, Birth birth) throws IOException {
        requireSense(path, flags);
        if (Paths.isForm(path)) {
            return createForm(path, flags, birth);
        }
        return new PfsOutputStream(path, createFile(path, flags, birth), changed);
    }

    /** The directory and the column are made, too, as directories are that are missing above a file. */
    private PfsOutputStream createForm(String path, EnumSet<CreateFlag> flags, Birth birth) throws IOException {
        if (birth.parents().isPresent() && forms.isColumnMissing(path)) {
            mkdirs(Paths.parent(path), birth.parents().get());
        }
        return forms.create(path, flags, birth.permission());
    }

    private FileOutput createFile(String path, EnumSet<CreateFlag> flags, Birth birth) throws IOException {
        if (flags.contains(CreateFlag.APPEND)) {
            return appendOrCreate(path, flags, birth);
        }
        int mode = birth.permission().toShort();
        if (!flags.contains(CreateFlag.OVERWRITE)) {
            return inDirectory(
                    path, birth, () -> atClose ? files.createAtClose(path, false, mode) : files.create(path, mode));
        }
        if (!flags.contains(CreateFlag.CREATE)) {
            requireThere(path);
        }
        return inDirectory(
                path, birth, () -> atClose ? files.createAtClose(path, true, mode) : files.overwrite(path, mode));
    }

    private static void requireSense(String path, EnumSet<CreateFlag> flags) {
        CreateFlag.validate(flags);
        boolean says = flags.contains(CreateFlag.CREATE)
                || flags.contains(CreateFlag.OVERWRITE)
                || flags.contains(CreateFlag.APPEND);
        if (!says) {
            throw new HadoopIllegalArgumentException(
                    path + ": a file is made, overwritten or appended to, but " + flags + " say nothing of that");
        }
    }

    private void requireThere(String path) throws IOException {
        if (Errors.read(path, () -> files.stat(path)).isEmpty()) {
            throw new FileNotFoundException(path + ": there is no such file to overwrite");
        }
    }

    private FileOutput appendOrCreate(String path, EnumSet<CreateFlag> flags, Birth birth) throws IOException {
        try {
            return appended(path);
        } catch (FileNotFoundException e) {
            if (!flags.contains(CreateFlag.CREATE)) {
                throw e;
            }
            return inDirectory(
                    path, birth, () -> files.create(path, birth.permission().toShort()));
        }
    }

    PfsOutputStream append(String path) throws IOException {
        if (Paths.isForm(path)) {
            throw forms.appendRefused(path);
        }
        return new PfsOutputStream(path, appended(path), changed);
    }

    private FileOutput appended(String path) throws IOException {
        try {
            return files.append(path);
        } catch (PfsException e) {
            throw written(path, e);
        }
    }

    /** The directory above is taken to be there, as it mostly is; only if it is not, another request makes it. */
    private FileOutput inDirectory(String path, Birth birth, Supplier<FileOutput> creation) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return creation.get();
            } catch (PfsException e) {
                boolean again = e.code() == ErrorCode.NOT_FOUND && attempt < ATTEMPTS_MAX;
                if (!again || birth.parents().isEmpty()) {
                    throw written(path, e);
                }
                mkdirs(Paths.parent(path), birth.parents().get());
            }
        }
    }

    /** A directory that is in the way is what has taken the name. */
    private static IOException written(String path, PfsException e) {
        return e.code() == ErrorCode.IS_A_DIRECTORY ? Errors.taken(path, e) : Errors.of(e, path);
    }

    /** Makes a directory, and what is missing above it. */
    void mkdirs(String path, FsPermission permission) throws IOException {
        if (Paths.isForm(path)) {
            mkdirs(Errors.asked(path, () -> PfsForms.directoryOf(path)), permission);
            forms.addColumn(path);
            return;
        }
        try {
            files.mkdirs(path, TableOptions.DEFAULT.withMode(permission.toShort()));
        } catch (PfsException e) {
            boolean isTaken = e.code() == ErrorCode.NOT_A_DIRECTORY
                    && Errors.asked(path, () -> files.statLink(path)).isPresent();
            throw isTaken ? Errors.taken(path, e) : Errors.of(e, path);
        }
    }

    /** Only where there is a directory already. */
    void requireDirectoryAbove(String path) throws IOException {
        String parent = Paths.parent(path);
        boolean isDirectory = Errors.read(parent, () -> files.stat(parent))
                .orElseThrow(() -> new FileNotFoundException(path + ": there is no directory " + parent))
                .isDirectory();
        if (!isDirectory) {
            throw new ParentNotDirectoryException(path + ": " + parent + " is no directory");
        }
    }
}
