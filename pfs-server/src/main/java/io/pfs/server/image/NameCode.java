package io.pfs.server.image;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
    /** Where a word that begins at a place ends; and the bits of a word up to and with a place of it. */
    private final int[] wordEnd;

    private final int[] widthTo;
    /** The rank of each byte at a place, as an unsigned number. */
    private final byte[][] ranksAt;
    /** How often a rank at this place counts in its word. */
    private final int[] unitAt;
    /** Bits of strings of each length. */
    private final int[] costTo;
    /** Of each place and the next one, where there are any. */
    private final @Nullable LetterPairs[] pairsAt;

    private NameCode(Alphabet[] alphabets, int places) {
        this.alphabets = alphabets;
        this.places = places;
        this.alphabetAt = new Alphabet[places];
        this.wordEnd = new int[places];
        this.widthTo = new int[places];
        this.ranksAt = new byte[places][];
        this.unitAt = new int[places];
        this.costTo = new int[places + 1];
        this.pairsAt = new LetterPairs[places];
        long values = 1;
        int start = 0;
        for (int place = 0; place < places; place++) {
            alphabetAt[place] = alphabets[Math.min(place, alphabets.length - 1)];
            ranksAt[place] = alphabetAt[place].ranks();
            int radix = alphabetAt[place].size();
            if (values * radix > WORD_VALUES_MAX) {
                values = 1;
                start = place;
            }
            unitAt[place] = (int) values;
            values *= radix;
            wordEnd[start] = place + 1;
            widthTo[place] = BitWriter.widthFor(values);
            costTo[place + 1] = costTo[start] + widthTo[place];
        }
    }

    /** A code for these strings, with an alphabet a place. */
    static NameCode of(Middles middles) {
        Alphabet[] alphabets = new Alphabet[middles.longest()];
        byte[] marks = Alphabet.marks();
        for (int place = 0; place < alphabets.length; place++) {
            Arrays.fill(marks, (byte) 0);
            mark(middles, place, marks);
            alphabets[place] = new Alphabet();
            alphabets[place].addMarked(marks);
            alphabets[place].ranked();
        }
        return new NameCode(alphabets, alphabets.length);
    }

    private static void mark(Middles middles, int place, byte[] marks) {
        byte[] bytes = middles.bytes();
        for (int i = 0; i < middles.count(); i++) {
            if (place < middles.length(i)) {
                marks[bytes[middles.at(i) + place] & 0xff] = 1;
            }
        }
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

    /** Makes ready for reading many strings. */
    void pairUp() {
        for (int place = 0; place + 1 < places; place++) {
            Alphabet first = alphabetAt[place];
            Alphabet second = alphabetAt[place + 1];
            boolean isAsBefore = place > 0 && first == alphabetAt[place - 1] && second == first;
            pairsAt[place] = isAsBefore
                    ? pairsAt[place - 1]
                    : LetterPairs.of(first, second).orElse(null);
        }
    }

    void encode(byte[] bytes, int at, int length, BitWriter out) {
        int place = 0;
        while (place < length) {
            int end = Math.min(wordEnd[place], length);
            long value = 0;
            for (; place < end; place++) {
                value += (long) (ranksAt[place][bytes[at + place] & 0xff] & 0xff) * unitAt[place];
            }
            out.put(value, widthTo[end - 1]);
        }
    }

    /** Reads a string of this length; the place where it goes must be there. */
    void decode(ByteReader in, BitReader bits, byte[] target, int at, int length) {
        int place = 0;
        while (place < length) {
            int end = Math.min(wordEnd[place], length);
            int value = (int) bits.get(widthTo[end - 1]);
            for (; place + 1 < end; place += 2) {
                LetterPairs pairs = pairsAt[place];
                if (pairs == null) {
                    break;
                }
                value = pairs.take(value, target, at + place);
            }
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
