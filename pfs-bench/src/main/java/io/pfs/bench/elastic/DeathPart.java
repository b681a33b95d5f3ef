package io.pfs.bench.elastic;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One of three servers is killed; the others take over when its session ends. */
record DeathPart() implements Part {
    private static final int SERVERS = 3;
    /** What recovery may take. */
    private static final int BEHIND_SESSION_S = 5;
    /** The same where HDFS has to close first what the dead one wrote. */
    private static final int BEHIND_SESSION_ON_HDFS_S = 20;

    private static final double MS_PER_S = 1e3;

    @Override
    public String name() {
        return "death";
    }

    @Override
    public void run(ElasticDesk desk) throws IOException, InterruptedException {
        int count = desk.shape().deaths();
        List<Phase> deaths = new ArrayList<>();
        try (Scene scene = Scene.open(name(), desk, SERVERS)) {
            while (deaths.size() < count) {
                deaths.add(round(scene));
                scene.endRound(SERVERS, deaths.size() == count);
            }
            scene.verify();
        }
        int most =
                desk.shape().sessionSeconds() + (desk.hdfs().isPresent() ? BEHIND_SESSION_ON_HDFS_S : BEHIND_SESSION_S);
        desk.figures().told("death: wait, middle of deaths", "s", Middle.of(deaths, DeathPart::longest));
        desk.figures()
                .bound(
                        "death: longest wait of any",
                        "s",
                        deaths.stream().mapToDouble(DeathPart::longest).max().orElse(0),
                        most);
    }

    private static Phase round(Scene scene) throws InterruptedException {
        Phase unusedQuiet = scene.hold("quiet");
        Phase death = scene.begin("death");
        scene.fleet().killOne();
        scene.awaitSettled();
        Phase unusedAfter = scene.hold("after");
        return death;
    }

    private static double longest(Phase phase) {
        return phase.all().maxMillis() / MS_PER_S;
    }
}
