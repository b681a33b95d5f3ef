package io.pfs.bench.elastic;

import io.pfs.bench.whole.Desk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Servers, and a load that goes on while they come and go. */
final class Scene implements AutoCloseable {
    private static final double NONE = 0;

    private final String part;
    private final ElasticDesk desk;
    private final Fleet fleet;
    private final PacedLoad load;
    private final List<Phase> ofRound = new ArrayList<>();
    private int round = 1;

    private Scene(String part, ElasticDesk desk, Fleet fleet, PacedLoad load) {
        this.part = part;
        this.desk = desk;
        this.fleet = fleet;
        this.load = load;
    }

    /** With so many servers, and a load that has warmed them up. */
    static Scene open(String part, ElasticDesk desk, int servers) throws IOException, InterruptedException {
        ElasticShape shape = desk.shape();
        Fleet fleet = new Fleet(desk.folder(), desk.pool(), shape.seats(), shape.sessionSeconds());
        try {
            desk.say(part + ": " + servers + (servers == 1 ? " server begins" : " servers begin"));
            List<String> addresses = fleet.grow(servers);
            PacedLoad load = new PacedLoad("pfs://" + String.join(",", addresses), shape);
            Thread.sleep(shape.warmUpMillis());
            return new Scene(part, desk, fleet, load);
        } catch (RuntimeException | IOException | InterruptedException e) {
            fleet.close();
            throw e;
        }
    }

    Fleet fleet() {
        return fleet;
    }

    /** A phase that begins, and lasts until the next one does. */
    Phase begin(String name) {
        desk.say(part + ", round " + round + ": " + name);
        Phase phase = load.begin(name, fleet.servers());
        ofRound.add(phase);
        return phase;
    }

    /** A phase of the usual length. */
    Phase hold(String name) throws InterruptedException {
        Phase phase = begin(name);
        hold();
        return phase;
    }

    /** Goes on with the phase that is. */
    void hold() throws InterruptedException {
        Thread.sleep(desk.shape().phaseMillis());
    }

    void awaitSettled() {
        fleet.awaitSettled(load.client());
    }

    /** The round is over: what is due now counts nowhere. Has as many servers as there were, and has them warm up, if another one follows. */
    void endRound(int servers, boolean isLast) throws IOException, InterruptedException {
        Phase unused = load.begin("between", fleet.servers());
        load.awaitAnswers();
        desk.drawn().add(part, round++, ofRound);
        ofRound.clear();
        if (!isLast && fleet.servers() < servers) {
            List<String> added = fleet.grow(servers - fleet.servers());
            desk.say(part + ": begun again on " + added);
            awaitSettled();
            hold();
        }
    }

    /** The load is over: puts down whether it was done as it was answered. */
    void verify() throws InterruptedException {
        Books.Verdict verdict = load.finish(fleet.uri());
        Desk figures = desk.figures();
        figures.told(part + ": operations", "count", (double) verdict.answered());
        figures.bound(part + ": operations failed", "count", (double) verdict.failed(), NONE);
        figures.bound(part + ": acknowledged and lost", "count", (double) verdict.lost(), NONE);
        desk.drawn().lost(verdict.failed() + verdict.lost());
        verdict.failures().forEach(desk::say);
    }

    /** Kills the servers when nobody asks them any more. */
    @Override
    public void close() {
        load.close();
        fleet.close();
    }
}
