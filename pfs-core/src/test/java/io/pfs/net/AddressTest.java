package io.pfs.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "host, host, 7420, host:7420",
        "host:1, host, 1, host:1",
        "127.0.0.1:65535, 127.0.0.1, 65535, 127.0.0.1:65535",
        "[::1]:80, ::1, 80, [::1]:80",
        "[::1], ::1, 7420, [::1]:7420"
    })
    void isRead(String text, String host, int port, String shown) {
        Address address = Address.parse(text);
        assertEquals(new Address(host, port), address);
        assertEquals(shown, address.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":1",
                "host:",
                "host:x",
                "host:-1",
                "host:65536",
                "host:123456",
                "::1",
                "[::1",
                "[::1]x",
                "a/b:1",
                "u@h",
                "a b:1",
                " a:1",
                "a\tb:1",
                "a\n:1",
                "a\u0000:1",
                "a\u00a0b:1",
                "a\u2028:1"
            })
    void whatIsNoneIsRefused(String text) {
        PfsException refusal = assertThrows(PfsException.class, () -> Address.parse(text));
        assertEquals(ErrorCode.USAGE, refusal.code());
        assertTrue(refusal.getMessage().contains("'") || refusal.getMessage().contains("port"), refusal.getMessage());
    }
}
