package io.pfs.bench.api;

import java.util.ArrayList;
import java.util.List;

/**
 * Empty files, made, looked up and removed again by many clients; then the same files made by requests for many at once.
 *
 * @param dirs directories that the files are spread over: of all clients, or of each
 * @param isEachHisOwn whether no two clients share a directory
 * @param batch files of a request; 1 leaves out the second way
 */
public record MdtestLoad(int dirs, boolean isEachHisOwn, int batch) implements Load {
    @Override
    public List<PhaseResult> run(Stage stage) {
        Directories directories = Directories.many(stage, dirs, isEachHisOwn);
        EachFile files = new EachFile(stage, directories);
        List<PhaseResult> results = new ArrayList<>(List.of(files.create(), files.stat(), files.remove()));
        if (batch > 1) {
            results.add(files.createMany(batch));
            files.remove();
        }
        directories.remove();
        return results;
    }
}
