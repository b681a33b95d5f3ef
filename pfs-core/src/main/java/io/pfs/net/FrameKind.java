package io.pfs.net;

import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** What a frame is about: its first byte. Numbers are never reused. */
public enum FrameKind {
    /** The first of a client. */
    HELLO(1),
    /** What the server answers to it. */
    CHALLENGE(2),
    /** Who the client is, and its proof. */
    LOGIN(3),
    /** The proof of the server, and what a client must know. */
    WELCOME(4),
    /** Some messages: calls from a client, answers from a server. */
    MESSAGES(5),
    /** A part of a message that is too long for a frame of its own. */
    PIECE(6),
    /** Asks whether the other side is still there. */
    PING(7),
    /** It is. A server says so unasked, too, while it reads nothing. */
    PONG(8),
    /** Why the connection ends now. */
    GOODBYE(9),
    /** A server wants a lease back. */
    RECALL(10),
    /** It is given back. */
    RETURN(11),
    /** A client leaves, and gives back all leases that it has. */
    RETURN_ALL(12),
    /** Where seats are served from now on. */
    MAP(13);

    private static final FrameKind[] BY_NUMBER = byNumber();

    private final int number;

    FrameKind(int number) {
        this.number = number;
    }

    private static FrameKind[] byNumber() {
        FrameKind[] kinds = values();
        FrameKind[] byNumber = new FrameKind[kinds.length + 1];
        for (FrameKind kind : kinds) {
            byNumber[kind.number] = kind;
        }
        return byNumber;
    }

    int number() {
        return number;
    }

    static FrameKind of(int number) {
        if (number < 1 || number >= BY_NUMBER.length) {
            throw new PfsException(ErrorCode.PROTOCOL_BROKEN, "no frame is of kind " + number);
        }
        return BY_NUMBER[number];
    }
}
