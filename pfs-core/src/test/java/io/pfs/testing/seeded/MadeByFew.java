package io.pfs.testing.seeded;

/** Something that only its maker may make. */
record MadeByFew(int value) {
    /** May make it. */
    static final class Maker {
        MadeByFew make() {
            return new MadeByFew(1);
        }
    }

    /** May not, and does so by a reference. */
    static final class Forger {
        java.util.function.IntFunction<MadeByFew> make() {
            return MadeByFew::new;
        }
    }
}
