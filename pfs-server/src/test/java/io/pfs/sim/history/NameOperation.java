package io.pfs.sim.history;

/**
 * What a client may ask of a name space. A directory is told by its id, which no other one has and which stays the same whatever its
 * name becomes; a file by a mark that no other file bears. So what is done and changes nothing would change nothing elsewhere either.
 */
public sealed interface NameOperation {
    /** Makes a file, unless the name is there. */
    record Create(String directory, String name, String file) implements NameOperation {
        @Override
        public String toString() {
            return "create " + directory + "/" + name + " as " + file;
        }
    }

    /** Makes a file, or gives the one that is there another mark. */
    record Put(String directory, String name, String file) implements NameOperation {
        @Override
        public String toString() {
            return "put " + directory + "/" + name + " as " + file;
        }
    }

    /** Removes a file. */
    record Delete(String directory, String name) implements NameOperation {
        @Override
        public String toString() {
            return "delete " + directory + "/" + name;
        }
    }

    /** Asks which file or directory bears a name. */
    record Lookup(String directory, String name) implements NameOperation {
        @Override
        public String toString() {
            return "look up " + directory + "/" + name;
        }
    }

    /** @param overwrite whether a file may take the place of a file, a directory that of an empty one */
    record Rename(String directory, String name, String toDirectory, String toName, boolean overwrite)
            implements NameOperation {
        @Override
        public String toString() {
            return "rename " + directory + "/" + name + " to " + toDirectory + "/" + toName
                    + (overwrite ? ", over what is there" : "");
        }
    }

    /** Makes a directory, unless the name is there. */
    record MakeDirectory(String directory, String name, String made) implements NameOperation {
        @Override
        public String toString() {
            return "make directory " + directory + "/" + name + " as " + made;
        }
    }

    /** Removes a directory with all that is in it. */
    record RemoveTree(String directory, String name) implements NameOperation {
        @Override
        public String toString() {
            return "remove tree " + directory + "/" + name;
        }
    }

    /** Removes a directory, if it is empty. */
    record RemoveDirectory(String directory, String name) implements NameOperation {
        @Override
        public String toString() {
            return "remove directory " + directory + "/" + name;
        }
    }
}
