package io.pfs.server.permission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.wire.Asker;
import io.pfs.wire.Request;
import io.pfs.wire.TableChange;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The rules, held against a table of them that was written by itself. */
final class PermissionsTest {
    /** Every combination of the nine bits. */
    private static final int MODES = 01000;

    private static final int STICKY = 01000;

    @Test
    void everyRuleIsThatOfTheReference() {
        int checked = 0;
        for (Deed deed : Deed.values()) {
            for (int mode = 0; mode < MODES; mode++) {
                checked += check(deed, mode, 0644) + check(deed, STICKY | mode, 0600);
                checked += check(deed, 0777, mode) + check(deed, STICKY | 0777, mode);
            }
        }
        assertTrue(checked > 1_000_000, "combinations: " + checked);
    }

    private static int check(Deed deed, int tableMode, int rowMode) {
        int checked = 0;
        for (Person person : Person.values()) {
            for (Person tableOwner : List.of(Person.ROOT, Person.ANN)) {
                for (Person rowOwner : List.of(Person.ANN, Person.BOB)) {
                    Scene scene = new Scene(tableMode, tableOwner, rowMode, rowOwner);
                    boolean expected = ReferenceRules.allow(deed, person, scene);
                    if (expected != isAllowed(deed, person, scene)) {
                        throw new AssertionError(person + " does " + deed + " in " + scene + ": expected "
                                + (expected ? "leave" : "a refusal"));
                    }
                    checked++;
                }
            }
        }
        return checked;
    }

    private static boolean isAllowed(Deed deed, Person person, Scene scene) {
        try {
            if (deed.isArrival()) {
                Permissions.requireArrival(person.asker(), Deed.TABLE, Deed.NAME, scene.table(), deed.rowIn(scene));
            } else {
                Permissions.require(person.asker(), deed.request(), scene.table(), deed.rowIn(scene));
            }
            return true;
        } catch (PfsException e) {
            assertEquals(ErrorCode.PERMISSION_DENIED, e.code());
            return false;
        }
    }

    /** So that a new one is not forgotten here, nor in the rules. */
    @Test
    void everyRequestHasARule() {
        Set<String> tried = new TreeSet<>();
        for (Deed deed : Deed.values()) {
            if (!deed.isArrival()) {
                tried.add(deed.request().getClass().getSimpleName());
                Permissions.require(Person.ROOT.asker(), deed.request(), Rights.NONE, Optional.empty());
            }
        }
        assertEquals(kinds(Request.class), tried);
        Set<String> changes = new TreeSet<>();
        for (Deed deed : Deed.values()) {
            if (!deed.isArrival() && deed.request() instanceof Request.AlterTable alter) {
                changes.add(alter.change().getClass().getSimpleName());
            }
        }
        assertEquals(kinds(TableChange.class), changes);
    }

    private static Set<String> kinds(Class<?> sealed) {
        Set<String> kinds = new TreeSet<>();
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            if (permitted.isInterface()) {
                kinds.addAll(kinds(permitted));
            } else {
                kinds.add(permitted.getSimpleName());
            }
        }
        return kinds;
    }

    @Test
    void whatHasNoRuleIsRefused() {
        assertTrue(isAllowed(Deed.STEP, Person.ROOT, Scene.OPEN));
        for (Person person : List.of(Person.ANN, Person.BOB, Person.CY)) {
            assertEquals(false, isAllowed(Deed.STEP, person, Scene.OPEN));
        }
    }

    @Test
    void aRefusalSaysWhoWhatAndWhy() {
        Rights table = new Rights(01755, 0, 7);
        Asker ann = new Asker("an'n\n", 1001, List.of(1001), false);
        PfsException refusal = assertThrows(
                PfsException.class, () -> Permissions.require(ann, Deed.CREATE.request(), table, Optional.empty()));
        assertEquals(
                "user 'an\\x27n\\x0a' (uid 1001) may not make, rename or remove 'a.jpg' in " + Deed.TABLE
                        + ": drwxr-xr-t 0 7",
                refusal.detail());
    }
}
