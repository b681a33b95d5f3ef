package io.pfs.net;

import io.pfs.Check;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.nio.charset.StandardCharsets;

/** In whose name a side asks that connects. */
public sealed interface Speaker {
    /** Number of the kind of speaker, its first byte. */
    int USER = 1;

    /** Number of the kind of speaker, its first byte. */
    int SERVER = 2;

    /** A user's client: it asks what clients may ask. */
    record User(String name) implements Speaker {
        public User {
            Check.inRange("bytes of a user's name", utf8(name).length, 1, Protocol.USER_BYTES_MAX);
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void encode(ByteWriter out) {
            byte[] bytes = utf8(name);
            out.u8(USER).u8(bytes.length).bytes(bytes);
        }
    }

    /** Another server of the same file system: it also asks for steps of procedures, in the name of its shards. */
    record Server() implements Speaker {
        @Override
        public void encode(ByteWriter out) {
            out.u8(SERVER);
        }
    }

    void encode(ByteWriter out);

    static Speaker decode(ByteReader in) {
        boolean isUser = in.inRange("kind of speaker", in.u8("kind of speaker"), USER, SERVER) == USER;
        if (isUser) {
            int length = (int) in.inRange("length of a name", in.u8("length of a name"), 1, Protocol.USER_BYTES_MAX);
            return new User(new String(in.bytes("name of a user", length), StandardCharsets.UTF_8));
        }
        return new Server();
    }
}
