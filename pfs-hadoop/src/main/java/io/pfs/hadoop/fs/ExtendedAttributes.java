package io.pfs.hadoop.fs;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.command.AttributeCommands;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.file.PfsForms;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import java.io.IOException;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.jspecify.annotations.Nullable;

/**
 * Extended attributes: those of users are the tags of a file, or of a symlink itself, and the names of others are commands. Any
 * thread.
 */
final class ExtendedAttributes {
    /** Of the attributes that are tags; what follows is the name of the tag. */
    private static final String USER = "user.";

    private static final byte[] NOTHING = {};

    private final PfsFiles files;
    private final Views views;
    private final AttributeCommands commands;

    ExtendedAttributes(Mount mount) {
        this.files = mount.files();
        this.views = mount.views();
        this.commands = new AttributeCommands(mount.lease().pfs());
    }

    byte[] get(String path, String name) throws IOException {
        if (AttributeCommands.isCommand(name)) {
            return Errors.told(path, () -> commands.get(path, name));
        }
        String tag = tag(path, name);
        return Optional.ofNullable(tags(path).get(tag))
                .map(TagText::bytes)
                .orElseThrow(() -> new PathIOException(path, "there is no attribute '" + name + "'"));
    }

    Map<String, byte[]> all(String path) throws IOException {
        Map<String, byte[]> all = new LinkedHashMap<>();
        tags(path).forEach((tag, value) -> all.put(USER + tag, TagText.bytes(value)));
        return all;
    }

    /** Those of these names, all of which must be there. */
    Map<String, byte[]> some(String path, List<String> names) throws IOException {
        Map<String, byte[]> some = new LinkedHashMap<>();
        for (String name : names) {
            some.put(name, get(path, name));
        }
        return some;
    }

    List<String> names(String path) throws IOException {
        return List.copyOf(all(path).keySet());
    }

    /** Whether it must, or must not, have been there is found out before: another one may be faster. */
    void set(String path, String name, byte @Nullable [] given, EnumSet<XAttrSetFlag> flags) throws IOException {
        byte[] value = given == null ? NOTHING : given; // as Hadoop's shell gives it where none is said
        if (AttributeCommands.isCommand(name)) {
            Errors.told(path, () -> {
                commands.set(path, name, value);
                return true;
            });
            return;
        }
        String tag = tag(path, name);
        Optional<TagValue> before = Optional.ofNullable(tags(path).get(tag));
        XAttrSetFlag.validate(name, before.isPresent(), flags);
        change(path, Map.of(tag, TagText.value(value, before)), Set.of());
    }

    void remove(String path, String name) throws IOException {
        String tag = tag(path, name);
        if (!tags(path).containsKey(tag)) {
            throw new PathIOException(path, "there is no attribute '" + name + "'");
        }
        change(path, Map.of(), Set.of(tag));
    }

    private void change(String path, Map<String, TagValue> set, Set<String> removed) throws IOException {
        try {
            files.setTags(file(path), set, removed);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.IS_A_DIRECTORY || Paths.isRoot(path)) {
                throw new PathIOException(path, "only files have attributes, not directories", e);
            }
            throw Errors.of(e, path);
        }
    }

    private SortedMap<String, TagValue> tags(String path) throws IOException {
        try {
            return files.tags(file(path));
        } catch (PfsException e) {
            if (e.code() != ErrorCode.IS_A_DIRECTORY) {
                throw Errors.of(e, path);
            } else if (Errors.read(path, () -> views.stat(path)).isEmpty()) {
                throw Errors.missing(path, e);
            }
            return Tags.NONE.byName(); // it is a folder of columns
        }
    }

    /** All forms of a file have its tags. */
    private static String file(String path) {
        return Paths.isForm(path) ? PfsForms.fileOf(path) : path;
    }

    private static String tag(String path, String name) {
        if (!name.startsWith(USER) || name.length() == USER.length()) {
            throw new HadoopIllegalArgumentException(path + ": attribute '" + name + "' is neither one of users ("
                    + USER + "NAME) nor a command (pfs.table...)");
        }
        return name.substring(USER.length());
    }
}
