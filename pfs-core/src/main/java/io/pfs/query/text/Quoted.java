package io.pfs.query.text;

import io.pfs.ErrorCode;

/**
 * What stands in quotes.
 *
 * @param inside without the quotes
 * @param end behind the last one
 */
record Quoted(String inside, int end) {
    /** From the quote at a place up to the one that ends it; a doubled one is one of the text. */
    static Quoted at(Source source, int from) {
        String text = source.text();
        char quote = text.charAt(from);
        StringBuilder inside = new StringBuilder();
        int at = from + 1;
        int end = text.indexOf(quote, at);
        while (end >= 0) {
            inside.append(text, at, end);
            at = end + 1;
            if (at == text.length() || text.charAt(at) != quote) {
                return new Quoted(inside.toString(), at);
            }
            inside.append(quote);
            end = text.indexOf(quote, ++at);
        }
        throw source.refuse(ErrorCode.USAGE, from, "the " + quote + " that begins here has none that ends it");
    }
}
