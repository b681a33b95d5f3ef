package io.pfs.server.rpc;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.Challenge;
import io.pfs.net.FrameKind;
import io.pfs.net.Hello;
import io.pfs.net.Link;
import io.pfs.net.Login;
import io.pfs.net.Nonce;
import io.pfs.net.Proof;
import io.pfs.net.Protocol;
import io.pfs.net.Speaker;
import io.pfs.net.Welcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a server gets to know a client: one frame of each side, then another. */
final class Greeting {
    private final Link link;
    private final Sessions sessions;
    private final Serving serving;
    private final ByteWriter frame = new ByteWriter(256);
    private @Nullable Hello hello;
    private @Nullable Challenge challenge;

    Greeting(Link link, Sessions sessions) {
        this.link = link;
        this.sessions = sessions;
        this.serving = sessions.serving();
    }

    /** Takes a frame of the client; says whether it has shown who it is, so that it may be let in. */
    Optional<Login> received(FrameKind kind, ByteReader body) {
        if (kind == FrameKind.HELLO && hello == null) {
            answer(Hello.decode(body));
            return Optional.empty();
        } else if (kind == FrameKind.LOGIN && challenge != null) {
            Login login = Login.decode(body);
            requireProof(login);
            requireOther(login.speaker());
            return Optional.of(login);
        }
        throw new PfsException(ErrorCode.PROTOCOL_BROKEN, "a frame " + kind + " does not belong here");
    }

    private void answer(Hello said) {
        hello = said;
        boolean isSecret = serving.secret().isPresent();
        challenge = new Challenge(
                said.version(), said.features() & Protocol.FEATURES, isSecret, Nonce.draw(sessions.entropy()));
        link.send(challenge.encode(frame));
        link.flush();
    }

    private void requireProof(Login login) {
        Proof expected = serving.secret()
                .map(it -> it.ofClient(hello(), challenge(), login.speaker()))
                .orElse(Proof.NONE);
        if (!expected.equals(login.proof())) {
            throw new PfsException(
                    ErrorCode.NOT_AUTHENTICATED,
                    login.proof().equals(Proof.NONE)
                            ? "this server wants a token, and the client has none"
                            : "the client's token is not that of this server");
        }
    }

    /** Where there is one server alone, nobody else is one. */
    private void requireOther(Speaker speaker) {
        if (speaker instanceof Speaker.Server && sessions.map().isAlone()) {
            throw new PfsException(
                    ErrorCode.NOT_AUTHENTICATED, "this server is the only one of its file system, so no other asks it");
        }
    }

    /** Lets the client in. */
    void welcome(Login login) {
        Proof own = serving.secret()
                .map(it -> it.ofServer(hello(), challenge(), login.speaker()))
                .orElse(Proof.NONE);
        boolean isPeer = login.speaker() instanceof Speaker.Server;
        SessionLimits limits = isPeer ? serving.limits().ofPeer() : serving.limits();
        Welcome welcome = new Welcome(
                own,
                limits.callsMax(),
                limits.bytesMax(),
                serving.engine().facts(),
                sessions.map(),
                canReadByPlace() ? serving.pool() : Optional.empty());
        link.welcome();
        link.send(welcome.encode(frame));
        link.flush();
    }

    private boolean canReadByPlace() {
        return (challenge().features() & Protocol.READS_BY_PLACE) != 0;
    }

    private Hello hello() {
        return Check.present(hello, "the client has said hello");
    }

    private Challenge challenge() {
        return Check.present(challenge, "the client was asked for its proof");
    }
}
