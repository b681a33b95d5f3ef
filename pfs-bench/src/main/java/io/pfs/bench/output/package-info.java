/**
 * How figures are shown: as text, as lines for programs, as pictures. It measures nothing.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.output.Measured}: all that is shown of one run.
 *   <li>{@link io.pfs.bench.output.LoadReport}: the text that people read.
 *   <li>{@link io.pfs.bench.output.FigureLines}: comma-separated lines, a phase each, or a window of a phase each; {@code
 *       Csv}: their form.
 *   <li>{@link io.pfs.bench.output.Pictures}: SVG: {@code Plot}, drawn by {@code Svg} along an
 *       {@code Axis}.
 *   <li>{@link io.pfs.bench.output.FigureTable}, {@link io.pfs.bench.output.Chart}: figures that are no load, as text and lines,
 *       and as curves.
 *   <li>{@link io.pfs.bench.output.FigureFile}: a file for either, which never replaces one unless that is asked for.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <p>Lines are UTF-8 as RFC 4180 has them, but end with a line feed alone; the first has the names of the columns. Numbers have
 * a point, and no groups. Pictures are SVG 1.1 without scripts, links or fonts of their own; every text in them is escaped.
 *
 * <p>Thread: any. Uses {@code io.pfs}, {@code io.pfs.bench.api}; used by {@code io.pfs.bench}, {@code
 * io.pfs.bench.cluster}, {@code io.pfs.bench.tags}, {@code io.pfs.bench.elastic}.
 */
@NullMarked
package io.pfs.bench.output;

import org.jspecify.annotations.NullMarked;
