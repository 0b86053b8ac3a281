import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Config } from '../../../config.ts';
import { checkMailServer } from '../../../delivery/mail/mail-server-check.ts';
import { type Finding, note, ok, problem } from './finding.ts';

const LIMIT_MS = 5_000;

/** The name of a server, and why it cannot be used; undefined when it can. */
export type GatewayFacts = { readonly setting: string; readonly name: string; readonly failure: string | undefined };

export async function lookAtGateways(config: Config): Promise<GatewayFacts[]> {
  const { smtpUrl, smsGatewayUrl } = config;
  return Promise.all([
    ...(smtpUrl ? [mailServer(smtpUrl)] : []),
    ...(smsGatewayUrl ? [reached('SMS_GATEWAY_URL', smsGatewayUrl)] : []),
  ]);
}

async function mailServer(smtpUrl: string): Promise<GatewayFacts> {
  return { setting: 'SMTP_URL', name: new URL(smtpUrl).host, failure: await checkMailServer(smtpUrl, LIMIT_MS) };
}

/** Only connects: a request could send a message. */
export async function reached(setting: string, address: string): Promise<GatewayFacts> {
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = isSecure ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
  socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error(`no answer within ${LIMIT_MS / 1000} s`)));
  socket.on(isSecure ? 'secureConnect' : 'connect', () => resolve(undefined));
  socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.message || error.code || 'no connection'));
  const failure = await promise;
  socket.destroy();
  return { setting, name: `${url.hostname}:${port}`, failure };
}

const uses: Readonly<Record<string, string>> = { SMTP_URL: 'e-mails', SMS_GATEWAY_URL: 'SMS' };

export function judgeGateways(config: Config, facts: readonly GatewayFacts[]): Finding[] {
  const findings = facts.map(({ setting, name, failure }) => {
    if (failure === undefined)
      return ok(
        setting === 'SMTP_URL'
          ? `${setting}: ${name} accepts the connection and the login`
          : `${setting}: ${name} accepts connections`,
      );
    return problem(
      `${setting}: ${name} cannot be used: ${failure}`,
      `Check host, port, user and password in ${setting}, and the firewall`,
    );
  });
  const missing = ['SMTP_URL', 'SMS_GATEWAY_URL'].filter((name) => !facts.some(({ setting }) => setting === name));
  if (missing.length > 0)
    findings.push(
      note(
        `${missing.join(' and ')} not set: ${missing.map((name) => uses[name]).join(' and ')} are files in the outbox (${config.dataDir}/outbox)`,
      ),
    );
  return findings;
}
