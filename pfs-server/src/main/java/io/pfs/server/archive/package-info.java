/**
 * Folders, tars and zips as sequences of entries, read and written byte for byte. It trusts nothing that it reads and
 * knows no tables: what an entry becomes is decided above.
 *
 * <h2>Classes, in the order data passes them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.archive.ArchiveFormat}: what something is, by its first bytes.
 *   <li>{@link io.pfs.server.archive.ArchiveReader}: its entries in order; {@link io.pfs.server.archive.FolderReader},
 *       {@link io.pfs.server.archive.TarReader}, {@link io.pfs.server.archive.ZipReader}.
 *   <li>{@code TarInput}, {@code TarHeader}, {@code PaxRecords}, {@code TagRecords}: the bytes of a tar. {@code FileStretch}, {@code ZipEnd},
 *       {@code ZipMember}, {@code ZipExtras}: those of a zip. {@code HostNames}, {@code HostModes}: names and permissions
 *       of the operating system's files.
 *   <li>{@link io.pfs.server.archive.ArchiveEntry}, {@link io.pfs.server.archive.EntryKind}: what comes out; {@link
 *       io.pfs.server.archive.EntryPath} makes names of rows of its path, or refuses it.
 *   <li>{@link io.pfs.server.archive.ArchiveWriter}: the other way; {@link io.pfs.server.archive.FolderWriter}, {@link
 *       io.pfs.server.archive.TarWriter}, {@link io.pfs.server.archive.ZipWriter}; {@code PartFile} lets an archive
 *       appear under its name only when it is whole.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Memory is bounded, whatever an archive says: names by 1 MiB, contents by what the caller allows, and the directory
 *       of a zip is read piece by piece. There is no recursion.
 *   <li>Names are bytes. Nothing decodes them, but where a format itself says what they mean.
 *   <li>Damage is refused with archive and offset; entries before it have been given out.
 *   <li>A name from outside becomes a path of the operating system only in {@code HostNames}, from a {@code RowName},
 *       which has no slash and is not dots.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * Read: tars of the old form, ustar, GNU and POSIX (pax), as they are or gzipped as a whole; zips with the large form,
 * files stored or deflated. Not read, and refused by name: hard links, sparse and split files, encrypted ones, other
 * compressions. A tar without its end marker is refused as cut off, since nothing else would tell. Written: GNU tars
 * (names over 100 bytes as long names, sizes from 8 GiB in binary), zips with Unix permissions and times in seconds.
 *
 * <p>Of tags, which only tars take along, one record of POSIX stands before each entry of a row for each tag: {@code
 * LENGTH PFS.tag.NAME=VALUE\n}, in UTF-8, in the order of the names, with {@code %}, {@code =} and control characters of a name as
 * {@code %} and two lower-case hexadecimal digits. The value is as {@code tag get} prints it and {@code tag set} takes it, which says its
 * type. Read is any order; what is no such text, or far more than a row holds,
 * leaves the entry without tags, and is a fault of these. {@code TagRecordsTest} binds the bytes. Other tools pass over
 * them; GNU tar says so, and takes the rest.
 *
 * <p>These are other people's formats; own readers, since the common library for them recurses on hostile tars,
 * allocates what they declare, loses names that are no UTF-8, and holds the directory of a zip in memory. The tests hold
 * them against that library.
 *
 * <p>Thread: the caller's. Uses {@code io.pfs} and {@code io.pfs.format}; used by {@code io.pfs.server.exchange}.
 */
@NullMarked
package io.pfs.server.archive;

import org.jspecify.annotations.NullMarked;
