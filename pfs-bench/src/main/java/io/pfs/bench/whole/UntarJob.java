package io.pfs.bench.whole;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A tar of many tiny files, taken into a table by the command line, beside the same unpacked by {@code tar}. */
final class UntarJob implements Job {
    private static final int FILES = 1_000_000;
    private static final int FILES_QUICK = 50_000;
    private static final int FILES_PER_FOLDER = 5_000;
    private static final int BYTES = 500;

    @Override
    public String name() {
        return "untar";
    }

    @Override
    public void run(Desk desk) throws IOException, InterruptedException {
        int files = desk.quick() ? FILES_QUICK : FILES;
        Path tar = desk.folder().resolve("tiny.tar");
        try (TarFile out = new TarFile(tar)) {
            for (int i = 0; i < files; i++) {
                out.add("d" + i / FILES_PER_FOLDER + "/f" + i, Contents.around(i, BYTES));
            }
        }
        Path data = desk.folder().resolve("data");
        double imported = run(desk, pfs("import", "--quiet", "--embedded", data.toString(), tar.toString(), "/tiny"));
        Path unpacked = Files.createDirectory(desk.folder().resolve("unpacked"));
        double created = run(desk, List.of("tar", "xf", tar.toString(), "-C", unpacked.toString()));
        desk.ratio("tiny files from a tar", "sync", files / imported, files / created, 1);
        DiskUse plain = DiskUse.of(unpacked);
        DiskUse ours = DiskUse.of(data);
        Stopwatch.require(plain.files() == files, plain + " of " + files);
        desk.bound("space of tiny files", "% of ext4", 100.0 * ours.blockBytes() / plain.blockBytes(), 20);
        desk.told("space of tiny files", "% of bytes", 100.0 * ours.blockBytes() / plain.bytes());
    }

    /** The command line in a process of its own. */
    private static List<String> pfs(String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.pfs.server.Main"));
        command.addAll(List.of(args));
        return command;
    }

    /** Returns the seconds that it took. */
    private static double run(Desk desk, List<String> command) throws IOException, InterruptedException {
        File log = desk.folder().resolve("log").toFile();
        Stopwatch watch = Stopwatch.start();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        int code = process.waitFor();
        double seconds = watch.seconds();
        Stopwatch.require(code == 0, command + " ended with " + code + ": " + Files.readString(log.toPath()));
        return seconds;
    }
}
