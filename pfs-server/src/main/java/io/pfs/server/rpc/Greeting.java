package io.pfs.server.rpc;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Entropy;
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
import io.pfs.net.Secret;
import io.pfs.net.Welcome;
import io.pfs.wire.FileSystemFacts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a server gets to know a client: one frame of each side, then another. */
final class Greeting {
    private final Link link;
    private final Optional<Secret> secret;
    private final Entropy entropy;
    private final ByteWriter frame = new ByteWriter(256);
    private @Nullable Hello hello;
    private @Nullable Challenge challenge;

    Greeting(Link link, Optional<Secret> secret, Entropy entropy) {
        this.link = link;
        this.secret = secret;
        this.entropy = entropy;
    }

    /** Takes a frame of the client; says whether it has shown who it is, so that it may be let in. */
    Optional<Login> received(FrameKind kind, ByteReader body) {
        if (kind == FrameKind.HELLO && hello == null) {
            answer(Hello.decode(body));
            return Optional.empty();
        } else if (kind == FrameKind.LOGIN && challenge != null) {
            Login login = Login.decode(body);
            requireProof(login);
            return Optional.of(login);
        }
        throw new PfsException(ErrorCode.PROTOCOL_BROKEN, "a frame " + kind + " does not belong here");
    }

    private void answer(Hello said) {
        hello = said;
        challenge = new Challenge(
                said.version(), said.features() & Protocol.FEATURES, secret.isPresent(), Nonce.draw(entropy));
        link.send(challenge.encode(frame));
        link.flush();
    }

    private void requireProof(Login login) {
        Proof expected = secret.map(it -> it.ofClient(hello(), challenge(), login.user()))
                .orElse(Proof.NONE);
        if (!expected.equals(login.proof())) {
            throw new PfsException(
                    ErrorCode.NOT_AUTHENTICATED,
                    login.proof().equals(Proof.NONE)
                            ? "this server wants a token, and the client has none"
                            : "the client's token is not that of this server");
        }
    }

    /** Lets the client in. */
    void welcome(Login login, SessionLimits limits, FileSystemFacts facts) {
        Proof own = secret.map(it -> it.ofServer(hello(), challenge(), login.user()))
                .orElse(Proof.NONE);
        link.welcome();
        link.send(new Welcome(own, limits.callsMax(), limits.bytesMax(), facts).encode(frame));
        link.flush();
    }

    private Hello hello() {
        return Check.present(hello, "the client has said hello");
    }

    private Challenge challenge() {
        return Check.present(challenge, "the client was asked for its proof");
    }
}
