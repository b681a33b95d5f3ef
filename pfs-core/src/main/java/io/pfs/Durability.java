package io.pfs;

/** What an acknowledgement promises. Every published figure names its mode. */
public enum Durability {
    /** Acknowledged after the force: survives the loss of power. The default. */
    SYNC,
    /** Acknowledged once handed to the operating system: survives the death of the process. */
    FLUSH,
    /** Acknowledged from memory, forced every few seconds: survives neither for that long. */
    MEMORY
}
