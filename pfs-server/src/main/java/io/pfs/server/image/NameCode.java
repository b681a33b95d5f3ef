package io.pfs.server.image;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/**
 * Strings as numbers of mixed radix: each place of a string is a digit, whose radix is the number of different bytes
 * that stand there in any of the middles. So a place where all are equal costs nothing, a decimal digit 3.3 bits, a
 * hexadecimal one 4. As many places as fit into 31 bits make one word.
 *
 * <p>Either each place has an alphabet of its own, or one alphabet serves all.
 */
final class NameCode {
    static final int PLACES_MAX = 255;

    private static final long WORD_VALUES_MAX = 1L << 31;

    private final Alphabet[] alphabets;
    private final int places;
    /** The alphabet of each place. */
    private final Alphabet[] alphabetAt;
    /** For each place: where the word that it belongs to begins, and the bits of that word up to and with the place. */
    private final int[] wordStart;

    private final int[] widthTo;
    /** Bits of strings of each length. */
    private final int[] costTo;

    private NameCode(Alphabet[] alphabets, int places) {
        this.alphabets = alphabets;
        this.places = places;
        this.alphabetAt = new Alphabet[places];
        this.wordStart = new int[places];
        this.widthTo = new int[places];
        this.costTo = new int[places + 1];
        long values = 1;
        int start = 0;
        for (int place = 0; place < places; place++) {
            alphabetAt[place] = alphabets[Math.min(place, alphabets.length - 1)];
            int radix = alphabetAt[place].size();
            if (values * radix > WORD_VALUES_MAX) {
                values = 1;
                start = place;
            }
            values *= radix;
            wordStart[place] = start;
            widthTo[place] = BitWriter.widthFor(values);
            costTo[place + 1] = costTo[start] + widthTo[place];
        }
    }

    /** A code for these strings, with an alphabet a place. */
    static NameCode of(Middles middles) {
        Alphabet[] alphabets = new Alphabet[middles.longest()];
        for (int i = 0; i < alphabets.length; i++) {
            alphabets[i] = new Alphabet();
        }
        byte[] bytes = middles.bytes();
        for (int i = 0; i < middles.count(); i++) {
            int at = middles.at(i);
            int length = middles.length(i);
            for (int place = 0; place < length; place++) {
                alphabets[place].add(bytes[at + place]);
            }
        }
        for (Alphabet alphabet : alphabets) {
            alphabet.ranked();
        }
        return new NameCode(alphabets, alphabets.length);
    }

    /** The code of the same strings with one alphabet for all places. */
    NameCode withOneAlphabet() {
        Alphabet all = new Alphabet();
        for (Alphabet alphabet : alphabets) {
            all.addAll(alphabet);
        }
        return new NameCode(places == 0 ? alphabets : new Alphabet[] {all.ranked()}, places);
    }

    /** Bits that all strings take together. */
    long costBits(Middles middles) {
        long cost = 0;
        for (int i = 0; i < middles.count(); i++) {
            cost += costTo[middles.length(i)];
        }
        return cost;
    }

    /** Bits that a string of this length takes. */
    int costBits(int length) {
        return costTo[length];
    }

    /** Writes the alphabets: no runs stand for the alphabet of the place before. */
    void encodeAlphabets(ByteWriter out) {
        for (int i = 0; i < alphabets.length; i++) {
            if (i > 0 && alphabets[i].isSameAs(alphabets[i - 1])) {
                out.u8(0);
            } else {
                alphabets[i].encode(out);
            }
        }
    }

    static NameCode decodeAlphabets(ByteReader in, int places, boolean isShared) {
        Alphabet[] alphabets = new Alphabet[isShared ? Math.min(1, places) : places];
        for (int i = 0; i < alphabets.length; i++) {
            int runs = in.u8("runs of an alphabet");
            in.inRange("runs of an alphabet", runs, i == 0 ? 1 : 0, 128);
            alphabets[i] = runs == 0 ? alphabets[i - 1] : Alphabet.decode(in, runs);
        }
        return new NameCode(alphabets, places);
    }

    void encode(byte[] bytes, int at, int length, BitWriter out) {
        int place = 0;
        while (place < length) {
            int start = place;
            long value = 0;
            long unit = 1;
            for (; place < length && wordStart[place] == start; place++) {
                Alphabet alphabet = alphabetAt[place];
                value += alphabet.rank(bytes[at + place]) * unit;
                unit *= alphabet.size();
            }
            out.put(value, widthTo[place - 1]);
        }
    }

    /** Reads a string of this length; the place where it goes must be there. */
    void decode(ByteReader in, BitReader bits, byte[] target, int at, int length) {
        int place = 0;
        while (place < length) {
            int start = place;
            int end = Math.min(start + 1, length);
            while (end < length && wordStart[end] == start) {
                end++;
            }
            int value = (int) bits.get(widthTo[end - 1]);
            for (; place < end; place++) {
                Alphabet alphabet = alphabetAt[place];
                int higher = alphabet.dividedBySize(value);
                target[at + place] = alphabet.ofRank(value - higher * alphabet.size());
                value = higher;
            }
            if (value != 0) {
                throw in.refuse("letters of a name", "a number within their alphabets", "a larger one");
            }
        }
    }
}
