package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.route.Placement;
import io.pfs.row.TablePointer;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Files that come, move and go in some tables; what was done, and what must be there. Keys are a table's place and a name. */
class FilesOfTables {
    static final List<String> NAMES = List.of("plain", "wide", "other");

    final NameRig rig;
    final List<TablePointer> tables = new ArrayList<>();
    /** By table and name. */
    final Map<String, String> now = new TreeMap<>();
    /** All that ever was there. */
    final Map<String, Set<String>> ever = new TreeMap<>();

    private final Placement placement;

    FilesOfTables(Limits limits) {
        rig = new NameRig(limits);
        placement = new Placement(rig.shards());
        tables.add(rig.mkdir(NameRig.root(), NAMES.get(0), 1));
        tables.add(rig.mkdirWide(NameRig.root(), NAMES.get(1), 2, 2));
        tables.add(rig.mkdir(NameRig.root(), NAMES.get(2), 3));
    }

    private static String key(int table, String name) {
        return table + "/" + name;
    }

    final void remove(int table, String name) {
        ask(table, name, new RemoveRow(tables.get(table).table(), RowName.of(name), Expected.ANY));
        now.remove(key(table, name));
    }

    final void createUnlessThere(int table, String name, String content) {
        if (!now.containsKey(key(table, name))) {
            ask(table, name, NameRig.put(tables.get(table), name, content));
            put(key(table, name), content);
        }
    }

    /** To another name, in the first of the tables. */
    final void move(int table, String name) {
        String content = now.remove(key(table, name));
        if (content != null) {
            String to = "moved-" + name;
            ask(table, name, NameRig.rename(tables.get(table), name, tables.get(0), to, true));
            put(key(0, to), content);
        }
    }

    private void put(String key, String content) {
        now.put(key, content);
        ever.computeIfAbsent(key, absent -> new TreeSet<>()).add(content);
    }

    final Reply ask(int table, String name, Request request) {
        TablePointer pointer = tables.get(table);
        ShardId shard = placement.shardOf(pointer, RowName.of(name));
        Reply reply = rig.ask(shard, request);
        for (int hop = 0; hop < 8 && reply instanceof Misplaced misplaced; hop++) {
            reply = rig.ask(placement.after(misplaced, pointer, RowName.of(name)), request);
        }
        return reply;
    }

    final Optional<String> content(String key) {
        int table = key.charAt(0) - '0';
        String name = key.substring(2);
        ReadRow read =
                new ReadRow(tables.get(table).table(), RowName.of(name), List.of(NameRig.CONTENT, NameRig.FURTHER));
        Reply reply = ask(table, name, read);
        if (reply instanceof RowFound found) {
            return Optional.of(NameRig.content(found.found()));
        }
        if (NameRig.refusal(reply) == ErrorCode.NOT_FOUND) {
            return Optional.empty();
        }
        if (reply instanceof Refused refused) {
            throw refused.toException();
        }
        throw new AssertionError(key + ": " + reply);
    }
}
