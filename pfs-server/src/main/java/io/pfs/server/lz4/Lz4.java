package io.pfs.server.lz4;

import io.pfs.format.ByteReader;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * LZ4 blocks. The pure Java instance on purpose: its bytes are the same on every machine, it reaches no memory but the
 * arrays it was given, and the decompressor never writes past the size that we checked before.
 */
public final class Lz4 {
    private static final LZ4Compressor COMPRESSOR = LZ4Factory.safeInstance().fastCompressor();
    private static final LZ4SafeDecompressor DECOMPRESSOR =
            LZ4Factory.safeInstance().safeDecompressor();

    private byte[] target = new byte[0];

    /** Compresses into {@link #bytes()}; returns the length there. */
    public int compress(byte[] source, int at, int length) {
        int bound = COMPRESSOR.maxCompressedLength(length);
        if (target.length < bound) {
            target = new byte[bound];
        }
        return COMPRESSOR.compress(source, at, length, target, 0, bound);
    }

    /** What was compressed last, until the next time. */
    public byte[] bytes() {
        return target;
    }

    /** The {@code rawLength} bytes that the next {@code stored} ones stand for; the caller has checked both lengths. */
    public static byte[] decompress(ByteReader in, int stored, int rawLength) {
        int at = in.skip("compressed payload", stored);
        byte[] raw = new byte[rawLength];
        int found;
        try {
            found = DECOMPRESSOR.decompress(in.array(), at, stored, raw, 0);
        } catch (LZ4Exception | IndexOutOfBoundsException e) {
            throw in.refuse("compressed payload", "an LZ4 block", String.valueOf(e.getMessage()));
        }
        if (found != rawLength) {
            throw in.refuse("raw length", Integer.toString(rawLength), Integer.toString(found));
        }
        return raw;
    }
}
