import { createTransport } from 'nodemailer';
import { readSmtpUrl } from '../domain/notifications/addresses/smtp-url.ts';
import { smtpOptions } from './smtp-options.ts';

/**
 * Connects to the mail server, encrypts and logs in as messages do, and sends none. Returns why that fails, without the
 * password; undefined when it does not.
 */
export async function checkMailServer(smtpUrl: string, timeoutMs: number): Promise<string | undefined> {
  const server = readSmtpUrl(smtpUrl);
  if ('problem' in server) return `the address ${server.problem}`;
  const transport = createTransport(smtpOptions(server, timeoutMs));
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  try {
    await Promise.race([transport.verify(), late.promise]);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    const secrets = [server.login?.password, server.login?.user].filter((text) => text !== undefined);
    return secrets
      .reduce((text, one) => text.replaceAll(one, '***'), message)
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, 300);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
