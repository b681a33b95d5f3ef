package io.pfs.client.net;

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
import io.pfs.net.Welcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a client gets to know a server: one frame of each side, then another. */
final class ClientGreeting {
    private final Link link;
    private final Identity identity;
    private final Hello hello;
    private final ByteWriter frame = new ByteWriter(256);
    private @Nullable Challenge challenge;

    ClientGreeting(Link link, Identity identity, Entropy entropy) {
        this.link = link;
        this.identity = identity;
        this.hello = Hello.of(Nonce.draw(entropy));
    }

    void begin() {
        link.send(hello.encode(frame));
        link.flush();
    }

    /** Takes a frame of the server; its welcome is the last. */
    Optional<Welcome> received(FrameKind kind, ByteReader body) {
        if (kind == FrameKind.CHALLENGE && challenge == null) {
            challenge = Challenge.decode(body);
            logIn(challenge);
            return Optional.empty();
        } else if (kind == FrameKind.WELCOME && challenge != null) {
            Welcome welcome = Welcome.decode(body);
            requireProof(welcome, challenge);
            link.welcome();
            return Optional.of(welcome);
        }
        throw new PfsException(ErrorCode.PROTOCOL_BROKEN, "a frame " + kind + " does not belong here");
    }

    private void logIn(Challenge said) {
        if (!said.secret() && identity.secret().isPresent()) {
            throw new PfsException(
                    ErrorCode.NOT_AUTHENTICATED, "the server asks for no token, so it can't show that it has this one");
        }
        if (said.secret() && identity.secret().isEmpty()) {
            throw new PfsException(ErrorCode.NOT_AUTHENTICATED, "the server wants a token, and this client has none");
        }
        Proof proof = identity.secret()
                .map(secret -> secret.ofClient(hello, said, identity.speaker()))
                .orElse(Proof.NONE);
        link.send(new Login(identity.speaker(), proof).encode(frame));
        link.flush();
    }

    /** What can be done beyond the version, as the server said. */
    int features() {
        return challenge == null ? 0 : challenge.features();
    }

    /** Who knows the secret is ours; anybody else could take what we send for good. */
    private void requireProof(Welcome welcome, Challenge said) {
        Proof expected = identity.secret()
                .map(secret -> secret.ofServer(hello, said, identity.speaker()))
                .orElse(Proof.NONE);
        if (!expected.equals(welcome.proof())) {
            throw new PfsException(ErrorCode.NOT_AUTHENTICATED, "the server does not know the token of this client");
        }
    }
}
