package io.pfs.query.bind;

import io.pfs.Check;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A query that fits what there is. Only a {@link Binder} makes one. */
public final class BoundQuery {
    private final Query query;
    private final Map<Field, FieldType> types;

    BoundQuery(Query query, Map<Field, FieldType> types) {
        this.query = query;
        this.types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
    }

    /** With values of the fields' types, and its condition simplified. */
    public Query query() {
        return query;
    }

    /** The type of one of its fields. */
    public FieldType type(Field field) {
        return Check.present(types.get(field), "a type is asked for of a field of the query");
    }

    /** Whether it is certain that no row fulfils the condition. */
    public boolean isOfNoRow() {
        return query.where().equals(Condition.Constant.NEVER);
    }

    /** Of a join, what the rows of one table must fulfil by themselves. */
    public Condition whereOf(String alias) {
        return partsOf(Set::equals, alias);
    }

    /** Of a join, what only both rows together can fulfil. */
    public Condition whereOfBoth() {
        return partsOf((aliases, none) -> aliases.size() != 1, "");
    }

    /** Says whether a condition on fields of these aliases is meant. */
    @FunctionalInterface
    private interface Choice {
        boolean takes(Set<String> aliases, Set<String> asked);
    }

    private Condition partsOf(Choice choice, String alias) {
        Condition where = query.where();
        List<Condition> parts = where instanceof Condition.And and ? and.parts() : List.of(where);
        List<Condition> chosen = new ArrayList<>();
        for (Condition part : parts) {
            Set<String> aliases = new LinkedHashSet<>();
            addAliases(part, aliases);
            if (choice.takes(aliases, Collections.singleton(alias))) {
                chosen.add(part);
            }
        }
        return Condition.and(chosen);
    }

    private static void addAliases(Condition condition, Set<String> aliases) {
        if (condition instanceof Condition.Term term) {
            aliases.add(term.field().alias());
        }
        condition.parts().forEach(part -> addAliases(part, aliases));
    }
}
