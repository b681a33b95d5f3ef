package io.pfs.query.eval;

import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.value.Sought;
import io.pfs.query.value.ValueCell;
import java.util.ArrayList;
import java.util.List;

/** Decides a condition for one row after the other, without an object for any of them. Of one thread at a time. */
public final class Evaluator {
    private final Node root;
    private final Room room;

    private Evaluator(Node root, Room room) {
        this.root = root;
        this.room = room;
    }

    public static Evaluator of(Condition condition) {
        Room room = new Room();
        return new Evaluator(node(condition, room), room);
    }

    /** How many looks at single bytes it took so far to search values for others: for who may not take long. */
    public long looks() {
        return room.looks;
    }

    /** What the condition is for this row. */
    public Truth decide(RowValues row) {
        return root.decide(row);
    }

    /** Whether the row is one of those asked for. */
    public boolean holds(RowValues row) {
        return root.decide(row) == Truth.TRUE;
    }

    /** What all parts of a condition share. */
    private static final class Room {
        private final ValueCell cell = new ValueCell();
        private long looks;
    }

    /** A part of the condition, with the values it compares with made ready. */
    @FunctionalInterface
    private interface Node {
        Truth decide(RowValues row);
    }

    /** What one field's value must be; asked only if there is one. */
    @FunctionalInterface
    private interface Test {
        Truth decide(ValueCell value);
    }

    private static Node node(Condition condition, Room room) {
        if (condition instanceof Condition.And and) {
            return all(nodes(and.parts(), room), Truth.FALSE);
        } else if (condition instanceof Condition.Or or) {
            return all(nodes(or.parts(), room), Truth.TRUE);
        } else if (condition instanceof Condition.Not not) {
            Node part = node(not.part(), room);
            return row -> part.decide(row).negated();
        } else if (condition instanceof Condition.Term term) {
            return term(term, room);
        }
        Truth truth = Truth.of(condition.equals(Condition.Constant.ALWAYS));
        return row -> truth;
    }

    private static Node[] nodes(List<Condition> parts, Room room) {
        return parts.stream().map(part -> node(part, room)).toArray(Node[]::new);
    }

    /** One part that is {@code decisive} decides; else one that is unknown. */
    private static Node all(Node[] parts, Truth decisive) {
        return row -> {
            Truth all = decisive.negated();
            for (Node part : parts) {
                Truth truth = part.decide(row);
                if (truth == decisive) {
                    return decisive;
                }
                all = truth == Truth.UNKNOWN ? truth : all;
            }
            return all;
        };
    }

    private static Node term(Condition.Term term, Room room) {
        Field field = term.field();
        ValueCell cell = room.cell;
        if (term instanceof Condition.IsNull) {
            return row -> {
                row.load(field, cell);
                return Truth.of(cell.isEmpty());
            };
        }
        Test test = test(term, room);
        return row -> {
            row.load(field, cell);
            return cell.isEmpty() ? Truth.UNKNOWN : test.decide(cell);
        };
    }

    private static Test test(Condition.Term term, Room room) {
        if (term instanceof Condition.Compare compare) {
            ValueCell value = ValueCell.of(compare.value());
            return found -> found.isComparableTo(value)
                    ? Truth.of(compare.comparison().holds(found.compare(value)))
                    : Truth.UNKNOWN;
        } else if (term instanceof Condition.In in) {
            return in(in);
        } else if (term instanceof Condition.Prefix prefix) {
            ValueCell value = ValueCell.of(prefix.value());
            return found -> found.isComparableTo(value) ? Truth.of(found.beginsWith(value)) : Truth.UNKNOWN;
        }
        return contains((Condition.Contains) term, room);
    }

    private static Test contains(Condition.Contains contains, Room room) {
        ValueCell value = ValueCell.of(contains.value());
        Sought part = new Sought(value);
        return found -> {
            if (!found.isComparableTo(value)) {
                return Truth.UNKNOWN;
            }
            boolean isIn = part.isIn(found);
            room.looks += part.looks();
            return Truth.of(isIn);
        };
    }

    /** Halves the members, which are in their order, until one is equal or none is left. */
    private static Test in(Condition.In in) {
        List<ValueCell> members = new ArrayList<>();
        in.values().forEach(value -> members.add(ValueCell.of(value)));
        ValueCell first = members.get(0);
        boolean isOneClass = first.isComparableTo(members.get(members.size() - 1));
        return found -> {
            if (isMember(found, members)) {
                return Truth.TRUE;
            }
            return isOneClass && found.isComparableTo(first) ? Truth.FALSE : Truth.UNKNOWN;
        };
    }

    private static boolean isMember(ValueCell found, List<ValueCell> members) {
        int low = 0;
        int high = members.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = found.compare(members.get(middle));
            if (order == 0) {
                return true;
            }
            low = order > 0 ? middle + 1 : low;
            high = order < 0 ? middle - 1 : high;
        }
        return false;
    }
}
