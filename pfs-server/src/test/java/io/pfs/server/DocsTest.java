package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents speak of classes that exist, and their links lead somewhere. */
final class DocsTest {
    private static final Path ROOT = root();
    private static final String MAIN = "src/main/java";
    private static final String TEST = "src/test/java";
    /** What describes the product, so may name only what ships. */
    private static final List<String> OF_THE_PRODUCT = List.of(
            "docs/ARCHITECTURE.md", "docs/GLOSSARY.md", "docs/JAVA_API.md", "docs/OPERATIONS.md", "docs/QUERIES.md");
    /** What describes tests, too. Decisions are not here: what they name may be gone. */
    private static final List<String> OF_ALL_SOURCES = List.of("README.md", "docs/TESTING.md", "docs/FORMATS.md");

    private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\(([^)]+)\\)");
    /** A class, perhaps one inside it, perhaps a member: capital letters alone are a constant, not a class. */
    private static final Pattern CLASS =
            Pattern.compile("([A-Z]\\w*[a-z]\\w*)((?:\\.[A-Z]\\w*[a-z]\\w*)*)(?:\\.(\\w+)(?:\\(\\))?)?");

    private static final Pattern CLASS_IN_PICTURE = Pattern.compile("\\b(?:[A-Z][a-z0-9]+){2,}\\b");

    /** The text of each source file, by the name of its class. */
    private record Sources(TreeMap<String, String> texts) {
        static Sources in(String... folders) {
            TreeMap<String, String> texts = new TreeMap<>();
            for (String folder : folders) {
                for (Path module : list(ROOT, 1, "pfs-")) {
                    list(module.resolve(folder), Integer.MAX_VALUE, "")
                            .forEach(file -> texts.merge(className(file), read(file), String::concat));
                }
            }
            return new Sources(texts);
        }

        private static String className(Path file) {
            return file.getFileName().toString().replace(".java", "");
        }

        /** What of this name does not exist, if it is one of a class at all. */
        List<String> missing(String name) {
            Matcher matcher = CLASS.matcher(name);
            if (!matcher.matches()) {
                return List.of();
            }
            String text = texts.get(matcher.group(1));
            if (text == null) {
                return List.of(name);
            }
            for (String inner : matcher.group(2).split("\\.", -1)) {
                if (!inner.isEmpty() && !contains(text, "(?:class|record|enum|interface) " + inner)) {
                    return List.of(name);
                }
            }
            boolean hasMember = matcher.group(3) == null || contains(text, matcher.group(3));
            return hasMember ? List.of() : List.of(name);
        }

        private static boolean contains(String text, String word) {
            return Pattern.compile("\\b" + word + "\\b").matcher(text).find();
        }
    }

    @Test
    void classesNamedInDocumentsExist() {
        Sources product = Sources.in(MAIN);
        Sources all = Sources.in(MAIN, TEST);
        List<String> missing = new ArrayList<>();
        OF_THE_PRODUCT.forEach(document -> missing.addAll(missingClasses(document, product)));
        OF_ALL_SOURCES.forEach(document -> missing.addAll(missingClasses(document, all)));
        assertEquals(List.of(), missing, "named in documents, and not there");
    }

    private static List<String> missingClasses(String document, Sources sources) {
        String text = read(ROOT.resolve(document));
        List<String> names = all(CODE, 1, FENCE.matcher(text).replaceAll(""));
        assertTrue(names.size() > 3, document + " names something in code font");
        List<String> missing = new ArrayList<>();
        names.forEach(name -> sources.missing(name).forEach(gone -> missing.add(document + ": " + gone)));
        return missing;
    }

    /** The picture may also show what stands in for parts of the product in tests. */
    @Test
    void classesInThePictureExist() {
        String architecture = read(ROOT.resolve("docs/ARCHITECTURE.md"));
        List<String> names = all(CLASS_IN_PICTURE, 0, String.join("\n", all(FENCE, 0, architecture)));
        assertFalse(names.isEmpty(), "there is a picture with classes in it");
        Sources sources = Sources.in(MAIN, TEST);
        List<String> missing =
                names.stream().flatMap(name -> sources.missing(name).stream()).toList();
        assertEquals(List.of(), missing, "in the picture, and not there");
    }

    @Test
    void linksLeadSomewhere() {
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        documents.addAll(list(ROOT.resolve("docs"), Integer.MAX_VALUE, ""));
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path document : documents) {
            for (String link : all(LINK, 1, FENCE.matcher(read(document)).replaceAll(""))) {
                if (!link.contains("://")) {
                    links++;
                    Path target = document.resolveSibling(link.replaceAll("#.*", ""));
                    if (!link.startsWith("#") && !Files.exists(target)) {
                        broken.add(ROOT.relativize(document) + ": " + link);
                    }
                }
            }
        }
        assertEquals(List.of(), broken, "links to what is not there");
        assertTrue(links > 20, "documents link to each other and to the sources: " + links);
    }

    /** A document that nobody is led to is not read. */
    @Test
    void decisionsAreListed() {
        String index = read(ROOT.resolve("docs/decisions/README.md"));
        List<String> unlisted = list(ROOT.resolve("docs/decisions"), 1, "0").stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> !index.contains("(" + name + ")"))
                .toList();
        assertEquals(List.of(), unlisted, "decisions that the list leaves out");
    }

    /** What is looked for is also found to be missing. */
    @Test
    void whatDoesNotExistIsNoticed() {
        Sources sources = Sources.in(MAIN);
        assertEquals(List.of(), sources.missing("ShardGroup"));
        assertEquals(List.of(), sources.missing("Journal.Durable"));
        assertEquals(List.of(), sources.missing("ShardState.apply()"));
        assertEquals(List.of(), sources.missing("mvn verify"), "not every code is a class");
        assertEquals(List.of(), sources.missing("FORCE_FAILED"));
        assertEquals(List.of("ShardGruppe"), sources.missing("ShardGruppe"));
        assertEquals(List.of("Journal.Durabel"), sources.missing("Journal.Durabel"));
        assertEquals(List.of("ShardState.aply()"), sources.missing("ShardState.aply()"));
        assertEquals(List.of("DocsTest"), sources.missing("DocsTest"), "not a class of the product");
    }

    /** The folder of the whole project, above the module that tests are run in. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("pom.xml")) || !Files.isDirectory(folder.resolve("docs"))) {
            Path parent = folder.getParent();
            assertTrue(
                    parent != null,
                    "a folder with pom.xml and docs stands above " + Path.of("").toAbsolutePath());
            folder = parent;
        }
        return folder;
    }

    /** What begins so in a folder: modules, or files of sources and documents; nothing if there is no such folder. */
    private static List<Path> list(Path folder, int depth, String prefix) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(folder, depth)) {
            return paths.filter(path -> !path.equals(folder))
                    .filter(path -> path.getFileName().toString().startsWith(prefix))
                    .filter(path -> prefix.startsWith("pfs-") || isText(path))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isText(Path path) {
        String name = path.getFileName().toString();
        return name.endsWith(".java") || name.endsWith(".md");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> all(Pattern pattern, int group, String text) {
        return pattern.matcher(text)
                .results()
                .map(result -> result.group(group))
                .toList();
    }
}
