package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;

/** Hadoop makes one of each file system that is listed, also where the classes that it would need are not there. */
final class ServiceTest {
    /** Gives what is Hadoop's or Java's, and nothing of ours but what it has itself. */
    private static final class Lone extends URLClassLoader {
        private final List<String> refused = new ArrayList<>();

        Lone(URL classes) {
            super(new URL[] {classes}, ServiceTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                try {
                    return findClass(name);
                } catch (ClassNotFoundException e) {
                    refused.add(name);
                    throw e;
                }
            }
        }
    }

    @Test
    void itIsListed() {
        List<String> listed = new ArrayList<>();
        ServiceLoader.load(FileSystem.class)
                .forEach(one -> listed.add(one.getClass().getName()));
        assertTrue(listed.contains(PfsFileSystem.class.getName()), listed.toString());
    }

    @Test
    void oneIsMadeWithoutTheClient() throws Exception {
        URL classes = PfsFileSystem.class.getProtectionDomain().getCodeSource().getLocation();
        try (Lone loader = new Lone(classes)) {
            Class<?> type = Class.forName(PfsFileSystem.class.getName(), true, loader);
            assertNotSame(PfsFileSystem.class, type);
            FileSystem made = (FileSystem) type.getDeclaredConstructor().newInstance();
            assertEquals("pfs", made.getScheme());
            assertEquals(List.of(), loader.refused);
        }
    }
}
