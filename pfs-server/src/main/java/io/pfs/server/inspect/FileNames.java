package io.pfs.server.inspect;

import io.pfs.ServerId;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.Segment;
import io.pfs.row.CellLocation;

/** How the files of servers are called in what is told. */
@FunctionalInterface
interface FileNames {
    String of(ServerId server, String name);

    /** The segment or object where a cell is. */
    default String ofCell(CellLocation cell) {
        return ofCell(cell.segment(), cell.isObject());
    }

    default String ofCell(long segment, boolean isObject) {
        return of(Segment.homeOf(segment), isObject ? ObjectFile.name(segment) : Segment.fileName(segment));
    }

    /** Findings about files of one server, that are told by their plain names. */
    default Findings in(ServerId server, Findings findings) {
        return new Findings() {
            @Override
            public void found(Finding finding) {
                String file = finding.file().isEmpty() ? "" : of(server, finding.file());
                findings.found(finding.withFile(file));
            }

            @Override
            public void progress(String doing, long count) {
                findings.progress(doing, count);
            }
        };
    }
}
