package io.pfs.server.identity;

import java.util.OptionalInt;

/** Numbers of users and groups: 32 bits without a sign, but not the highest, which stands for none. */
final class UserNumbers {
    private static final long MAX = 0xffff_fffeL;
    private static final int DIGITS_MAX = 10;

    private UserNumbers() {}

    static OptionalInt parse(String text) {
        boolean isNumber = !text.isEmpty()
                && text.length() <= DIGITS_MAX
                && text.chars().allMatch(c -> c >= '0' && c <= '9')
                && Long.parseLong(text) <= MAX;
        return isNumber ? OptionalInt.of((int) Long.parseLong(text)) : OptionalInt.empty();
    }
}
