package io.pfs.bench.api;

import java.util.List;

/** Files of one directory, made, looked up and given another time by many clients, while the directory grows. */
public record MetaratesLoad() implements Load {
    @Override
    public List<PhaseResult> run(Stage stage) {
        Directories directories = Directories.one(stage);
        EachFile files = new EachFile(stage, directories);
        List<PhaseResult> results = List.of(files.create(), files.stat(), files.setTimes());
        files.remove();
        directories.remove();
        return results;
    }
}
