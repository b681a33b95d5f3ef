package io.pfs.net;

import io.pfs.ErrorCode;
import io.pfs.PfsException;

/** Where a server listens. */
public record Address(String host, int port) {
    public static final int DEFAULT_PORT = 7420;

    private static final int PORT_MAX = 0xffff;

    public Address {
        if (host.isEmpty() || host.chars().anyMatch(Address::isNoneOfAName)) {
            throw new PfsException(ErrorCode.USAGE, "'" + host + "' is not the name or number of a host");
        }
        if (port < 0 || port > PORT_MAX) {
            throw new PfsException(ErrorCode.USAGE, "a port is a number from 0 to " + PORT_MAX + ", not " + port);
        }
    }

    /** Reads {@code HOST}, {@code HOST:PORT} or {@code [NUMBER]:PORT} for a host whose number has colons. */
    public static Address parse(String text) {
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            boolean isWhole = end > 0 && (end == text.length() - 1 || text.charAt(end + 1) == ':');
            if (!isWhole) {
                throw new PfsException(ErrorCode.USAGE, "'" + text + "' is not of the form [NUMBER]:PORT");
            }
            return new Address(text.substring(1, end), port(text, end + 1));
        }
        int colon = text.indexOf(':');
        if (colon != text.lastIndexOf(':')) {
            throw new PfsException(ErrorCode.USAGE, "put the number of the host in brackets: '[" + text + "]:PORT'");
        }
        return colon < 0 ? new Address(text, DEFAULT_PORT) : new Address(text.substring(0, colon), port(text, colon));
    }

    private static int port(String text, int colon) {
        if (colon == text.length()) {
            return DEFAULT_PORT;
        }
        String digits = text.substring(colon + 1);
        boolean isNumber =
                !digits.isEmpty() && digits.length() <= 5 && digits.chars().allMatch(Address::isDigit);
        if (!isNumber) {
            throw new PfsException(ErrorCode.USAGE, "'" + digits + "' in '" + text + "' is not the number of a port");
        }
        return Integer.parseInt(digits);
    }

    /** Blanks and what can't be seen would end a word where an address stands among others. */
    private static boolean isNoneOfAName(int character) {
        return character == '/'
                || character == '@'
                || Character.isISOControl(character)
                || Character.isWhitespace(character)
                || Character.isSpaceChar(character);
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
