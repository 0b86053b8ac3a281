import type { SMTPTransportOptions } from 'nodemailer';
import type { SmtpServer } from '../domain/notifications/addresses/smtp-url.ts';

/** How the service connects to the operator's mail server. `ca`: authorities to trust instead of the well-known ones. */
export function smtpOptions(server: SmtpServer, timeoutMs: number, ca?: string): SMTPTransportOptions {
  const { host, port, secure, mustEncrypt, login } = server;
  // Shorter than the attempt's deadline: a silent server then costs one connection, not the whole pool.
  const silenceMs = Math.ceil(timeoutMs * 0.9);
  return {
    host,
    port,
    secure,
    requireTLS: mustEncrypt && !secure,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    dnsTimeout: silenceMs,
    socketTimeout: silenceMs,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
