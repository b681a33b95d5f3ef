package io.pfs.wire.codec;

import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.wire.Asker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The bytes of who asks, as one server tells another. Layout: see the package. */
final class AskerCodec {
    private static final int GROUP_BYTES = 4;

    private AskerCodec() {}

    static void encode(Asker asker, ByteWriter out) {
        byte[] user = asker.user().getBytes(StandardCharsets.UTF_8);
        out.u8(user.length).bytes(user).u32(asker.uid()).u8(asker.isSuperuser() ? 1 : 0);
        out.varint(asker.groups().size());
        asker.groups().forEach(out::u32);
    }

    static Asker decode(ByteReader in) {
        String user = in.text("name of a user", in.u8("length of a user's name"));
        int uid = in.u32("user");
        boolean isSuperuser = Fields.flag("whether it is a superuser", in);
        int count = (int) in.varint("groups of a user", 0, Math.min(Asker.GROUPS_MAX, in.remaining() / GROUP_BYTES));
        List<Integer> groups = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            groups.add(in.u32("group of a user"));
        }
        try {
            return new Asker(user, uid, groups, isSuperuser);
        } catch (PfsException e) {
            throw Fields.refusal(e, "user", in);
        }
    }
}
