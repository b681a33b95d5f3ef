package io.pfs.wire.codec;

import io.pfs.Limits;
import io.pfs.LoanId;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.CellLocation;
import io.pfs.row.RowKind;
import io.pfs.row.TableParent;
import io.pfs.table.Policy;
import io.pfs.table.Spreading;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Abandon;
import io.pfs.wire.NameStep.Adopt;
import io.pfs.wire.NameStep.AskAdopted;
import io.pfs.wire.NameStep.AskAlive;
import io.pfs.wire.NameStep.AskOutcome;
import io.pfs.wire.NameStep.Bear;
import io.pfs.wire.NameStep.CopyAttributes;
import io.pfs.wire.NameStep.Detach;
import io.pfs.wire.NameStep.Drop;
import io.pfs.wire.NameStep.FetchSlice;
import io.pfs.wire.NameStep.FindParent;
import io.pfs.wire.NameStep.Lock;
import io.pfs.wire.NameStep.NoteNames;
import io.pfs.wire.NameStep.OfferSlice;
import io.pfs.wire.NameStep.Peek;
import io.pfs.wire.NameStep.Place;
import io.pfs.wire.NameStep.Prepare;
import io.pfs.wire.NameStep.RaiseSpread;
import io.pfs.wire.NameStep.Reparent;
import io.pfs.wire.NameStep.ReturnSegment;
import io.pfs.wire.NameStep.Seal;
import io.pfs.wire.NameStep.Settle;
import io.pfs.wire.NameStep.ShareRights;
import io.pfs.wire.NameStep.Unlock;
import io.pfs.wire.NameStep.Unseal;
import io.pfs.wire.Request.TakeStep;
import java.util.Optional;

/** The bytes of the steps of procedures. Layout: see the package. */
final class NameStepCodec {
    private static final int LOCK = 1;
    private static final int UNLOCK = 2;
    private static final int ASK_ALIVE = 3;
    private static final int FIND_PARENT = 4;
    private static final int SEAL = 5;
    private static final int UNSEAL = 6;
    private static final int DROP = 7;
    private static final int DETACH = 8;
    private static final int BEAR = 9;
    private static final int ADOPT = 10;
    private static final int ABANDON = 11;
    private static final int PEEK = 12;
    private static final int PREPARE = 13;
    private static final int SETTLE = 14;
    private static final int ASK_OUTCOME = 15;
    private static final int OFFER_SLICE = 16;
    private static final int FETCH_SLICE = 17;
    private static final int NOTE_NAMES = 18;
    private static final int REPARENT = 19;
    private static final int COPY_ATTRIBUTES = 20;
    private static final int ASK_ADOPTED = 21;
    private static final int RETURN_SEGMENT = 22;
    private static final int RAISE_SPREAD = 23;
    private static final int SHARE_RIGHTS = 24;
    private static final int SHARE_RIGHTS_AND_POLICY = 25;

    private NameStepCodec() {}

    /** All but the table. */
    static void encode(TakeStep request, ByteWriter out) {
        ProcedureId procedure = request.procedure();
        out.varint(procedure.coordinator().value()).u64(procedure.number());
        int bare = bareType(request.step());
        if (bare != 0) {
            out.u8(bare);
        } else {
            encode(request.step(), out);
        }
    }

    /** The type of a step that is nothing but its type, else 0. */
    private static int bareType(NameStep step) {
        if (step instanceof Unlock) {
            return UNLOCK;
        } else if (step instanceof AskAlive) {
            return ASK_ALIVE;
        } else if (step instanceof FindParent) {
            return FIND_PARENT;
        } else if (step instanceof Seal) {
            return SEAL;
        } else if (step instanceof Unseal) {
            return UNSEAL;
        } else if (step instanceof Drop) {
            return DROP;
        } else if (step instanceof Detach) {
            return DETACH;
        } else if (step instanceof Adopt) {
            return ADOPT;
        } else if (step instanceof Abandon) {
            return ABANDON;
        }
        return step instanceof AskOutcome ? ASK_OUTCOME : 0;
    }

    private static void encode(NameStep step, ByteWriter out) {
        if (step instanceof Lock lock) {
            place(lock.from(), out.u8(LOCK));
            out.u8(lock.to().isPresent() ? 1 : 0);
            lock.to().ifPresent(to -> place(to, out));
            out.u64(lock.moved().value());
        } else if (step instanceof Bear bear) {
            Fields.name(bear.name(), out.u8(BEAR).varint(bear.base().value()));
            Fields.owned(bear.mode(), bear.owner(), bear.group(), out);
            bear.spreading().encode(out.u8(bear.policy().number()));
        } else if (step instanceof Peek peek) {
            Fields.name(peek.name(), out.u8(PEEK));
        } else if (step instanceof Prepare prepare) {
            Fields.name(prepare.name(), out.u8(PREPARE));
            out.u8(prepare.kind().number()).u8(prepare.overwrite() ? 1 : 0);
            out.u8(prepare.beneath().isPresent() ? 1 : 0);
            prepare.beneath().ifPresent(table -> out.u64(table.value()));
            AskerCodec.encode(prepare.asker(), out);
        } else if (step instanceof Settle settle) {
            Fields.name(settle.name(), out.u8(SETTLE));
            Fields.optionalRow(settle.row(), out);
        } else if (step instanceof OfferSlice offer) {
            out.u8(OFFER_SLICE).varint(offer.slice().value());
        } else if (step instanceof FetchSlice fetch) {
            out.u8(FETCH_SLICE).varint(fetch.slice().value()).varint(fetch.from());
        } else if (step instanceof AskAdopted ask) {
            out.u8(ASK_ADOPTED).varint(ask.slice().value());
        } else if (step instanceof ReturnSegment back) {
            loan(back.loan(), out.u8(RETURN_SEGMENT));
            out.varint(back.segment());
        } else if (step instanceof RaiseSpread raise) {
            out.u8(RAISE_SPREAD).u8(raise.spread()).u8(raise.isSettled() ? 1 : 0);
        } else if (step instanceof NoteNames note) {
            out.u8(NOTE_NAMES).u48(note.wallMillis());
        } else if (step instanceof Reparent reparent) {
            reparent.parent().encode(out.u8(REPARENT));
        } else if (step instanceof CopyAttributes copy) {
            Fields.name(copy.name(), out.u8(COPY_ATTRIBUTES));
            Fields.owned(
                    copy.mode(),
                    copy.owner(),
                    copy.group(),
                    out.u64(copy.child().value()));
            out.u48(copy.ctimeMillis());
        } else if (step instanceof ShareRights share) {
            int type = share.policy().isPresent() ? SHARE_RIGHTS_AND_POLICY : SHARE_RIGHTS;
            Fields.owned(
                    share.mode(), share.owner(), share.group(), out.u8(type).u48(share.version()));
            share.indexes().encode(out);
            share.policy().ifPresent(policy -> out.u8(policy.number()));
        }
    }

    static TakeStep decode(TableId table, ByteReader in) {
        ProcedureId procedure = new ProcedureId(Fields.shard(in), in.u64("number of a procedure"));
        return new TakeStep(table, procedure, step(in));
    }

    private static NameStep step(ByteReader in) {
        int type = in.u8("type of a step");
        return switch (type) {
            case LOCK -> new Lock(place(in), optionalPlace(in), Fields.table(in));
            case UNLOCK -> new Unlock();
            case ASK_ALIVE -> new AskAlive();
            case FIND_PARENT -> new FindParent();
            case SEAL -> new Seal();
            case UNSEAL -> new Unseal();
            case DROP -> new Drop();
            case DETACH -> new Detach();
            case BEAR -> bear(in);
            case ADOPT -> new Adopt();
            case ABANDON -> new Abandon();
            case PEEK -> new Peek(Fields.name(in));
            case PREPARE -> prepare(in);
            case SETTLE -> new Settle(Fields.name(in), Fields.optionalRow(in));
            case ASK_OUTCOME -> new AskOutcome();
            case OFFER_SLICE -> new OfferSlice(slice(in));
            case FETCH_SLICE -> new FetchSlice(slice(in), (int) in.varint("part of a slice", 0, Integer.MAX_VALUE));
            case NOTE_NAMES -> new NoteNames(in.u48("time of a change"));
            case REPARENT -> new Reparent(TableParent.decode(in));
            case COPY_ATTRIBUTES -> copyAttributes(in);
            case ASK_ADOPTED -> new AskAdopted(slice(in));
            case RETURN_SEGMENT -> new ReturnSegment(loan(in), in.varint("segment", 1, CellLocation.SEGMENT_MAX));
            case RAISE_SPREAD ->
                new RaiseSpread(Fields.depth("spread", in), Fields.flag("whether a spread is settled", in));
            case SHARE_RIGHTS, SHARE_RIGHTS_AND_POLICY -> shareRights(type == SHARE_RIGHTS_AND_POLICY, in);
            default -> throw in.refuse("type of a step", "1 to 25", Integer.toString(type));
        };
    }

    private static void place(Place place, ByteWriter out) {
        out.u64(place.table().value()).varint(place.base().value());
    }

    private static Place place(ByteReader in) {
        return new Place(Fields.table(in), Fields.shard(in));
    }

    private static Optional<Place> optionalPlace(ByteReader in) {
        return Fields.flag("presence of a place", in) ? Optional.of(place(in)) : Optional.empty();
    }

    private static SliceId slice(ByteReader in) {
        return new SliceId((int) in.varint("slice", 0, Limits.SLICES_MAX - 1));
    }

    private static void loan(LoanId loan, ByteWriter out) {
        out.u8(loan.isSlice() ? 1 : 0).u64(loan.high()).u64(loan.low());
    }

    private static LoanId loan(ByteReader in) {
        return new LoanId(Fields.flag("whether a slice was lent for", in), in.u64("loan"), in.u64("loan"));
    }

    private static Bear bear(ByteReader in) {
        ShardId base = Fields.shard(in);
        RowName name = Fields.name(in);
        int mode = in.u16("mode");
        int owner = in.u32("owner");
        int group = in.u32("group");
        return new Bear(base, name, mode, owner, group, Policy.decode(in), Spreading.decode(in));
    }

    private static Prepare prepare(ByteReader in) {
        RowName name = Fields.name(in);
        RowKind kind = RowKind.decode(in);
        boolean overwrite = Fields.flag("leave to replace a row", in);
        boolean isAbove = Fields.flag("presence of a table", in);
        Optional<TableId> beneath = isAbove ? Optional.of(Fields.table(in)) : Optional.empty();
        return new Prepare(name, kind, overwrite, beneath, AskerCodec.decode(in));
    }

    private static ShareRights shareRights(boolean hasPolicy, ByteReader in) {
        long version = in.u48("version of a table's row");
        int mode = in.u16("mode");
        int owner = in.u32("owner");
        int group = in.u32("group");
        IndexedFields indexes = IndexedFields.decode(in);
        Optional<Policy> policy = hasPolicy ? Optional.of(Policy.decode(in)) : Optional.empty();
        return new ShareRights(version, mode, owner, group, indexes, policy);
    }

    private static CopyAttributes copyAttributes(ByteReader in) {
        RowName name = Fields.name(in);
        TableId child = Fields.table(in);
        int mode = in.u16("mode");
        int owner = in.u32("owner");
        return new CopyAttributes(name, child, mode, owner, in.u32("group"), in.u48("ctime"));
    }
}
