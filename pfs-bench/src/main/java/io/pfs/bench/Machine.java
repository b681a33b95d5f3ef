package io.pfs.bench;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What figures depend on: the machine, the JDK, the disk. */
public record Machine(int cores, String cpu, String memory, String jdk, Optional<Disk> disk) {
    private static final int FORCES = 101;
    private static final List<String> IN_MEMORY = List.of("tmpfs", "ramfs");

    /** The disk that a folder is on, if it counts. */
    public record Disk(Path folder, String fileSystem, double forceMicros) {}

    public static Machine describe(Path folder) {
        String fileSystem = fileSystem(folder);
        return describe(Optional.of(new Disk(folder, fileSystem, forceMicros(folder))));
    }

    /** One whose disk doesn't matter. */
    static Machine withoutDisk() {
        return describe(Optional.empty());
    }

    private static Machine describe(Optional<Disk> disk) {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                firstValue("/proc/cpuinfo", "model name"),
                firstValue("/proc/meminfo", "MemTotal"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                disk);
    }

    private static String fileSystem(Path folder) {
        try {
            String type = Files.getFileStore(folder).type();
            if (IN_MEMORY.contains(type)) {
                throw new PfsException(
                        ErrorCode.NOT_SUPPORTED,
                        folder + " is on " + type + ", which is memory: nothing measured there is true of a disk; name"
                                + " another with --folder");
            }
            return type;
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "no benchmark can run in " + folder + ": " + e, e);
        }
    }

    /** The median over some writes of 512 bytes, each forced. */
    private static double forceMicros(Path folder) {
        Clock clock = new SystemClock();
        long[] nanos = new long[FORCES];
        try {
            Path file = Files.createTempFile(folder, "pfs-bench", ".tmp");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                for (int i = 0; i < FORCES; i++) {
                    long start = clock.monotonicNs();
                    channel.write(ByteBuffer.allocate(512));
                    channel.force(false);
                    nanos[i] = clock.monotonicNs() - start;
                }
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "no file can be written and forced in " + folder + ": " + e, e);
        }
        Arrays.sort(nanos);
        return nanos[FORCES / 2] / 1e3;
    }

    /** Of a file of lines "key : value", as Linux has them; elsewhere unknown. */
    private static String firstValue(String file, String key) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(key))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown (" + file + " is not there)";
        }
    }
}
