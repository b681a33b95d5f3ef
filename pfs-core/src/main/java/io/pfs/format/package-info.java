/**
 * What all files of PFS share: byte order, variable-length numbers, checksums, the header that says what a file is,
 * the footer that says that it is whole, and the refusals. It knows no file's content.
 *
 * <h2>Classes, in the order bytes meet them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.format.ByteWriter}, {@link io.pfs.format.ByteReader}: little-endian numbers and byte runs, every
 *       read bounded, every refusal naming file, offset, expected and found.
 *   <li>{@link io.pfs.format.Checksum}: CRC-32C, and CRC-32 where one has to prove the other. {@link io.pfs.format.RunningChecksum}: of bytes as they come.
 *   <li>{@link io.pfs.format.FileKind}: the kinds of files, their versions.
 *   <li>{@link io.pfs.format.FileHeader}, {@link io.pfs.format.FileFooter}.
 *   <li>{@link io.pfs.format.ReadWindow}: a part of a file that nobody writes, read at once.
 *   <li>{@link io.pfs.format.Utf8}: whether bytes are text.
 *   <li>{@link io.pfs.format.Refusals}: corrupt, too old, too new, not ours.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * All numbers are little-endian. A <em>varint</em> is an unsigned LEB128: seven bits a byte, the lowest first, the high
 * bit set on all bytes but the last, at most ten bytes and never longer than needed. A <em>zigzag</em> is a varint of
 * {@code (n << 1) ^ (n >> 63)}.
 *
 * <pre>
 * header (64 bytes)                       footer (32 bytes)
 *  0  4  magic 50 46 53 F5                 0  4  magic 50 46 53 FE
 *  4  4  kind, four ASCII letters          4  4  kind, as in the header
 *  8  2  version of the kind's format      8  8  length: bytes of the file before this footer
 * 10  2  length of this header (64)       16  8  file id, as in the header
 * 12  4  zero                             24  4  zero
 * 16  8  file id                          28  4  CRC-32C of bytes 0 to 27
 * 24  8  owner: the incarnation of the
 *        server that wrote the file
 * 32  8  wall clock at creation, ms
 * 40 20  zero
 * 60  4  CRC-32C of bytes 0 to 59
 * </pre>
 *
 * <p>A reader checks magic, then kind, then CRC, then version: what is not ours is refused as such and not as damage; a
 * version is only believed under a good CRC.
 *
 * <p>Versions: all kinds are at version 1, but the journal (2) and objects (3). Bound by {@code golden/header-v1.hex} and {@code golden/footer-v1.hex}.
 *
 * <p>Thread: any; writers and readers belong to one caller. Uses {@code io.pfs}; used by everything that owns bytes.
 */
@NullMarked
package io.pfs.format;

import org.jspecify.annotations.NullMarked;
