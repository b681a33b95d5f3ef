package io.pfs.sim;

/**
 * Servers that come and go: so many there are at first, then, and in the end.
 */
record ElasticShape(int few, int many, int rest) {
    @Override
    public String toString() {
        return few + " -> " + many + " -> " + rest;
    }
}
