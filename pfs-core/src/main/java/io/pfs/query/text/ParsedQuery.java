package io.pfs.query.text;

import io.pfs.PfsException;
import io.pfs.query.Query;
import java.util.IdentityHashMap;

/** A query, with the places where its text mentions fields and tables, so that it can also be said where something is that is not there. */
public final class ParsedQuery {
    private final Query query;
    private final Source source;
    /** By the object that was made there: each mention of a field or a table is one of its own. */
    private final IdentityHashMap<Object, Integer> places;

    ParsedQuery(Query query, Source source, IdentityHashMap<Object, Integer> places) {
        this.query = query;
        this.source = source;
        this.places = new IdentityHashMap<>(places);
    }

    public Query query() {
        return query;
    }

    /**
     * A refusal, with the place that it is about.
     *
     * @param mention a field of the query, or the path of a table: the very object that stands in it
     */
    public PfsException pointingAt(Object mention, PfsException refusal) {
        Integer place = places.get(mention);
        return place == null ? refusal : source.refuse(refusal.code(), place, refusal.detail());
    }
}
