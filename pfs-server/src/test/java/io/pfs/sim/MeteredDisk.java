package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.testing.ForwardingDisk;
import io.pfs.testing.ForwardingFile;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk whose calls take what is drawn for them, by a meter. */
final class MeteredDisk extends ForwardingDisk {
    private final SimMeter meter;
    private final StorageTimes times;

    MeteredDisk(Disk disk, SimMeter meter, StorageTimes times) {
        super(disk);
        this.meter = meter;
        this.times = times;
    }

    @Override
    public DiskFile create(String name) {
        meter.add(times.nameNs());
        return super.create(name);
    }

    @Override
    public DiskFile open(String name) {
        meter.add(times.nameNs());
        return super.open(name);
    }

    @Override
    public List<String> list() {
        meter.add(times.nameNs());
        return super.list();
    }

    @Override
    public void rename(String from, String to) {
        meter.add(times.nameNs());
        super.rename(from, to);
    }

    @Override
    public void delete(String name) {
        meter.add(times.nameNs());
        super.delete(name);
    }

    @Override
    public void forceFolder() {
        meter.add(times.forceNs());
        super.forceFolder();
    }

    @Override
    protected DiskFile opened(DiskFile file) {
        return new Metered(file);
    }

    private final class Metered extends ForwardingFile {
        Metered(DiskFile file) {
            super(file);
        }

        @Override
        public void write(ByteBuffer bytes, long offset) {
            meter.add(times.writeNs());
            super.write(bytes, offset);
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            meter.add(times.readNs());
            return super.read(target, offset);
        }

        @Override
        public void force() {
            meter.add(times.forceNs());
            super.force();
        }

        @Override
        public void preallocate(long bytes) {
            meter.add(times.writeNs());
            super.preallocate(bytes);
        }

        @Override
        public void truncate(long bytes) {
            meter.add(times.nameNs());
            super.truncate(bytes);
        }
    }
}
