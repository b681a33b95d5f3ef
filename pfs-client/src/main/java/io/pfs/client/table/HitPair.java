package io.pfs.client.table;

/** Rows of the two tables of a join that agree in what it is on. */
public record HitPair(Hit left, Hit right) {}
