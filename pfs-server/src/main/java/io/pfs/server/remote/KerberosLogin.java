package io.pfs.server.remote;

import java.nio.file.Path;

/**
 * Who a process is where a pool wants Kerberos.
 *
 * @param principal as {@code pfs/_HOST@REALM}, where {@code _HOST} stands for the name of this machine
 * @param keytab the file with its keys
 */
public record KerberosLogin(String principal, Path keytab) {}
