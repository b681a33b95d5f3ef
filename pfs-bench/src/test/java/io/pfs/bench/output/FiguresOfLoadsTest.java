package io.pfs.bench.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.bench.api.Operation;
import io.pfs.bench.api.PhaseResult;
import io.pfs.bench.api.Shape;
import io.pfs.bench.api.Tally;
import io.pfs.bench.api.Windows;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** What is written for programs and drawn, of figures that are given. */
final class FiguresOfLoadsTest {
    private static final long SECOND = 1_000_000_000;

    private static PhaseResult phase(String name, Operation... operations) {
        TreeMap<Operation, Tally> tallies = new TreeMap<>();
        for (Operation operation : operations) {
            tallies.put(operation, new Tally());
        }
        Windows windows = new Windows(SECOND, SECOND * 5 / 2, List.of(100L, 80L, 20L), 2);
        return new PhaseResult(name, "operations", 200, 2.5, tallies, windows);
    }

    private static Measured measured(String target) {
        List<PhaseResult> phases =
                List.of(phase("create", Operation.CREATE), phase("transactions", Operation.READ, Operation.REMOVE));
        return new Measured(
                "mdtest",
                Optional.of(target),
                "of the servers",
                new Shape(2, 4, 50, 9),
                1000,
                OptionalDouble.empty(),
                phases);
    }

    /** Cells of one line, quoted or not; a second way to read what is written. */
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == ',' && !isQuoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }

    @Test
    void aLineForEachPhaseAndEachOfItsOperations() {
        List<String> lines =
                FigureLines.phases(measured("pfs://one:1,two:2")).lines().toList();
        assertEquals(FigureLines.OF_PHASES, cells(lines.get(0)));
        assertEquals(5, lines.size());
        for (String line : lines) {
            assertEquals(FigureLines.OF_PHASES.size(), cells(line).size(), line);
        }
        List<String> create = cells(lines.get(1));
        assertEquals("pfs://one:1,two:2", create.get(FigureLines.OF_PHASES.indexOf("target")));
        assertEquals("create", create.get(FigureLines.OF_PHASES.indexOf("operation")));
        assertEquals(
                200,
                Double.parseDouble(create.get(FigureLines.OF_PHASES.indexOf("per_second")))
                        * Double.parseDouble(create.get(FigureLines.OF_PHASES.indexOf("seconds"))));
        assertEquals("", create.get(FigureLines.OF_PHASES.indexOf("force_per_second")));
        assertEquals("all", cells(lines.get(2)).get(FigureLines.OF_PHASES.indexOf("operation")));
        assertEquals("read", cells(lines.get(3)).get(FigureLines.OF_PHASES.indexOf("operation")));
    }

    @Test
    void aLineForEachWindow() {
        List<String> lines =
                FigureLines.windows(measured("pfs://one:1")).lines().toList();
        assertEquals(FigureLines.OF_WINDOWS, cells(lines.get(0)));
        assertEquals(7, lines.size());
        List<String> last = cells(lines.get(3));
        assertEquals(FigureLines.OF_WINDOWS.size(), last.size());
        assertEquals("2", last.get(FigureLines.OF_WINDOWS.indexOf("window")));
        assertEquals("0.500", last.get(FigureLines.OF_WINDOWS.indexOf("length_s")));
        assertEquals("40.000", last.get(FigureLines.OF_WINDOWS.indexOf("per_second")));
        assertEquals("0", last.get(FigureLines.OF_WINDOWS.indexOf("full")));
    }

    @Test
    void quotesAreDoubled() {
        Csv csv = new Csv(List.of("a", "b"));
        csv.add("say \"x\", y", 1.5);
        csv.add("two\nlines", 7);
        assertEquals("a,b\n\"say \"\"x\"\", y\",1.500\n\"two\nlines\",7\n", csv.toString());
    }

    /** Well-formed, and nothing in it that was meant as text became an element. */
    @Test
    void picturesAreXmlWhateverATargetIsCalled() throws Exception {
        Measured nasty = measured("pfs://<script>&\"'\u0001\ud800]]>");
        for (String picture : List.of(Pictures.bars(nasty), Pictures.rates(nasty))) {
            Document document = parse(picture);
            assertEquals("svg", document.getDocumentElement().getLocalName());
            assertEquals(0, document.getElementsByTagNameNS("*", "script").getLength());
            String texts = document.getDocumentElement().getTextContent();
            assertTrue(texts.contains("pfs://<script>&\"'??]]>"), texts);
        }
    }

    @Test
    void picturesShowWhatWasMeasured() throws Exception {
        Document bars = parse(Pictures.bars(measured("pfs://one:1")));
        assertEquals(3, bars.getElementsByTagNameNS("*", "rect").getLength(), "the ground and two bars");
        assertTrue(bars.getDocumentElement().getTextContent().contains("transactions"));
        Document rates = parse(Pictures.rates(measured("pfs://one:1")));
        assertEquals(2, rates.getElementsByTagNameNS("*", "polyline").getLength());
        assertEquals(6, rates.getElementsByTagNameNS("*", "circle").getLength());
        assertTrue(rates.getDocumentElement().getTextContent().contains("operations a second"));
    }

    private static Document parse(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
        factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    @Test
    void axesEndAtRoundNumbers() {
        assertEquals(new Axis(6, 1), Axis.upTo(6));
        assertEquals(new Axis(8, 2), Axis.upTo(7));
        assertEquals(new Axis(250_000, 50_000), Axis.upTo(216_934));
        assertEquals(6, Axis.upTo(216_934).marks().size());
        assertEquals("50,000", Axis.upTo(216_934).label(50_000));
        assertEquals("0.2", Axis.upTo(1).label(0.2));
        assertEquals(1, Axis.upTo(0).share(Axis.upTo(0).top()));
    }

    @Test
    void theReportSaysThatTheLoopIsClosed() {
        String report = LoadReport.of(measured("pfs://one:1"));
        assertTrue(report.contains("closed"), report);
        assertTrue(report.contains("2 of them, least 80 a second, mean 90, least/mean 0.89"), report);
        assertTrue(report.contains("8.0 %"), report);
    }
}
