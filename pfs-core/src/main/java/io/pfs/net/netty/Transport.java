package io.pfs.net.netty;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.Errors;
import io.netty.util.Version;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How sockets are reached. */
public enum Transport {
    /** By what every JDK has. */
    NIO,
    /** By a library for Linux, if its jar is on the class path: it spares copies and calls of the operating system. */
    EPOLL;

    /** The better one of those that work here. */
    public static Transport best() {
        return whyNoEpoll().isEmpty() ? EPOLL : NIO;
    }

    /** A library of another version may load, and then take no connections. */
    private static Optional<String> whyNoEpoll() {
        if (!Epoll.isAvailable()) {
            return Optional.of(Words.of(Epoll.unavailabilityCause()));
        }
        if (!isComplete()) {
            return Optional.of("its library is that of another version, in another jar of the class path");
        }
        Map<String, Version> versions = Version.identify();
        Version classes = versions.get("netty-transport-classes-epoll");
        Version library = versions.get("netty-transport-native-epoll");
        if (classes == null || library == null) {
            return Optional.empty(); // jars that were made one don't say it any more
        }
        if (!classes.artifactVersion().equals(library.artifactVersion())) {
            return Optional.of("it is of version " + library.artifactVersion() + ", where " + classes.artifactVersion()
                    + " is wanted");
        }
        return Optional.empty();
    }

    /** Names of errors are asked of the library when the first connection is made: too late to do without. */
    private static boolean isComplete() {
        try {
            return Errors.ERRNO_ECONNRESET_NEGATIVE < 0;
        } catch (LinkageError e) {
            return false;
        }
    }

    /** Refuses one that does not work here. */
    public Transport required() {
        if (this == EPOLL && whyNoEpoll().isPresent()) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    "epoll can't be used: is the jar netty-transport-native-epoll of this kind of machine on the class path?"
                            + " " + whyNoEpoll().get());
        }
        return this;
    }

    /** What people call it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    IoHandlerFactory io() {
        return switch (this) {
            case NIO -> NioIoHandler.newFactory();
            case EPOLL -> EpollIoHandler.newFactory();
        };
    }

    Class<? extends SocketChannel> sockets() {
        return switch (this) {
            case NIO -> NioSocketChannel.class;
            case EPOLL -> EpollSocketChannel.class;
        };
    }

    Class<? extends ServerChannel> listeners() {
        return switch (this) {
            case NIO -> NioServerSocketChannel.class;
            case EPOLL -> EpollServerSocketChannel.class;
        };
    }
}
