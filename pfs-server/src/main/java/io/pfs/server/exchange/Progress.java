package io.pfs.server.exchange;

/** Watches an import or export. It is told often, and decides itself when to say something. */
public interface Progress {
    /** Nobody watches. */
    Progress NONE = new Progress() {
        @Override
        public void at(long done, long all, long files, long bytes) {
            // nothing to say
        }

        @Override
        public void end() {
            // nothing was said
        }
    };

    /**
     * How far it is.
     *
     * @param done of {@code all}, in whatever unit
     * @param all 0 if nobody knows
     * @param files files or cells so far
     * @param bytes of these
     */
    void at(long done, long all, long files, long bytes);

    /** It is over, be it well or not. */
    void end();
}
