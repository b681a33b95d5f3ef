package io.pfs.bench.elastic;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Servers join others, and leave again. Late operations are held against those while nothing moved: from when the last one says that it serves
 * what it is to have, or the last one has ended; and what was due before, while they moved, is told.
 *
 * @param few there are at first
 * @param many there are then
 * @param rest that stay
 * @param times so many times as late as without moves an operation may be
 */
record ResizePart(int few, int many, int rest, double times) implements Part {
    private static final double LATE = 99;

    @Override
    public String name() {
        return few + "-" + many + "-" + rest;
    }

    /** What one round was. */
    private record Round(Phase quiet, Phase joining, Phase joined, Phase leaving, Phase left) {}

    @Override
    public void run(ElasticDesk desk) throws IOException, InterruptedException {
        int count = desk.shape().rounds();
        List<Round> rounds = new ArrayList<>();
        try (Scene scene = Scene.open(name(), desk, few)) {
            while (rounds.size() < count) {
                rounds.add(round(scene));
                scene.endRound(few, rounds.size() == count);
            }
            scene.verify();
        }
        report(desk, rounds);
    }

    private Round round(Scene scene) throws IOException, InterruptedException {
        Phase quiet = scene.hold("quiet");
        Phase joining = scene.begin("joining");
        List<String> unused = scene.fleet().grow(many - few);
        Phase joined = scene.hold("joined");
        Phase leaving = scene.begin("leaving");
        scene.fleet().shrink(many - rest);
        Phase left = scene.hold("left");
        return new Round(quiet, joining, joined, leaving, left);
    }

    private void report(ElasticDesk desk, List<Round> rounds) {
        String up = few + " to " + many;
        String down = many + " to " + rest;
        desk.figures().told(few + " quiet: p99", "ms", Middle.of(rounds, round -> late(round.quiet())));
        report(desk, up, Middle.of(rounds, round -> late(round.joined()) / late(round.quiet())));
        tell(desk, "while " + up, rounds.stream().map(Round::joining).toList());
        report(desk, down, Middle.of(rounds, round -> late(round.left()) / late(round.quiet())));
        tell(desk, "while " + down, rounds.stream().map(Round::leaving).toList());
    }

    private void report(ElasticDesk desk, String step, double figure) {
        desk.figures().bound("after " + step + ": p99 beside quiet", "times", figure, times);
    }

    private static void tell(ElasticDesk desk, String step, List<Phase> phases) {
        desk.figures().told(step + ": took", "s", Middle.of(phases, Phase::seconds));
        desk.figures().told(step + ": p99", "ms", Middle.of(phases, ResizePart::late));
        desk.figures()
                .told(
                        step + ": longest wait",
                        "ms",
                        Middle.of(phases, phase -> phase.all().maxMillis()));
    }

    private static double late(Phase phase) {
        return phase.all().millis(LATE);
    }
}
