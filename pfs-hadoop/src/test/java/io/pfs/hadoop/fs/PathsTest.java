package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Paths that are put together the short way are those that Hadoop puts together. */
final class PathsTest {
    private static final List<URI> FILE_SYSTEMS =
            List.of(URI.create("pfs://host:7420"), URI.create("pfs://name"), URI.create("pfs://10.0.0.1:1,10.0.0.2:2"));

    private static final List<String> NAMES = List.of(
            "a", "IMG_1.jpg", "a b", "a:b", "a%20b", "100%", "#", "?", "\u00e9", "~", "-", "...", ".a", "a+b", "[1]");

    private static void assertSame(Path expected, Path path) {
        assertEquals(expected, path);
        assertEquals(expected.hashCode(), path.hashCode());
        assertEquals(expected.toString(), path.toString());
        assertEquals(expected.toUri(), path.toUri());
        assertEquals(expected.toUri().toString(), path.toUri().toString());
        assertEquals(expected.toUri().getPath(), path.toUri().getPath());
        assertEquals(0, expected.compareTo(path));
        assertEquals(expected.getParent(), path.getParent());
        assertEquals(expected.getName(), path.getName());
    }

    @Test
    void childrenOfDirectories() {
        for (URI fileSystem : FILE_SYSTEMS) {
            for (String directory : List.of("/", "/a", "/a b/c:d/\u00e9")) {
                Path parent = new Path(fileSystem.getScheme(), fileSystem.getAuthority(), directory);
                for (String name : NAMES) {
                    String path = directory.equals("/") ? "/" + name : directory + "/" + name;
                    Path expected = new Path(fileSystem.getScheme(), fileSystem.getAuthority(), path);
                    assertSame(expected, Paths.child(parent, name));
                }
            }
        }
    }

    @Test
    void pathsOfFileSystems() {
        for (URI fileSystem : FILE_SYSTEMS) {
            for (String text : List.of("/", "/a", "/a b/c", "/a/../b", "/x//y/", "/100%/\u00e9")) {
                Path plain = new Path(text);
                assertTrue(Paths.isPlain(plain), text);
                assertSame(plain.makeQualified(fileSystem, new Path(fileSystem + "/")), Paths.in(fileSystem, plain));
            }
        }
        assertFalse(Paths.isPlain(new Path("a")));
        assertFalse(Paths.isPlain(new Path("pfs://host:7420/a")));
        assertFalse(Paths.isPlain(new Path("//host/a")));
    }
}
