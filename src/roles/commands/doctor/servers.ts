import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { orLate } from '../../../async/or-late.ts';
import { checkMailServer } from '../../../mail/mail-server-check.ts';
import { check } from './check.ts';
import { type Finding, note, ok, problem } from './finding.ts';

const CONNECT_MS = 5_000;
const REDIS_MS = 2_000;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The name of a server, and why it cannot be used; undefined when it can. Undefined as a whole when none is configured. */
type Server = { readonly name: string; readonly failure: string | undefined } | undefined;

/** `failureOf` says why the server at this address cannot be used. */
async function lookAt(address: string | undefined, failureOf: (address: string) => Promise<string | undefined>) {
  if (!address) return undefined;
  const url = new URL(address);
  const port = url.port || DEFAULT_PORTS[url.protocol];
  return { name: port ? `${url.hostname}:${port}` : url.hostname, failure: await failureOf(address) };
}

export const gatewayCheck = check({
  title: 'Mail and SMS',
  look: async ({ config: { smtpUrl, smsGatewayUrl } }) => {
    const logIn = (url: string) => checkMailServer(url, CONNECT_MS);
    const [mail, sms] = await Promise.all([lookAt(smtpUrl, logIn), lookAt(smsGatewayUrl, connectFailure)]);
    return { mail, sms };
  },
  judge: ({ mail, sms }, { dataDir }) => {
    const names = [!mail && 'SMTP_URL', !sms && 'SMS_GATEWAY_URL'].filter(Boolean).join(' and ');
    const uses = [!mail && 'e-mails', !sms && 'SMS'].filter(Boolean).join(' and ');
    return [
      judgeGateway('SMTP_URL', mail, 'the connection and the login'),
      judgeGateway('SMS_GATEWAY_URL', sms, 'connections'),
      names !== '' && note`${names} not set: ${uses} are files in the outbox (${dataDir}/outbox)`,
    ];
  },
});

const judgeGateway = (setting: string, server: Server, accepted: string): Finding | undefined =>
  server &&
  (server.failure === undefined
    ? ok`${setting}: ${server.name} accepts ${accepted}`
    : problem`${setting}: ${server.name} cannot be used: ${server.failure} -> Check host, port, user and password in ${setting}, and the firewall`);

/** The servers that the service works without, though not as well. Without the second one, nothing but traces is lost: a note. */
export const optionalServerCheck = check({
  title: 'Limits and traces',
  look: async ({ config: { redisUrl, otelEndpoint } }) => {
    const [limits, traces] = await Promise.all([lookAt(redisUrl, redisFailure), lookAt(otelEndpoint, connectFailure)]);
    return { limits, traces };
  },
  judge: ({ limits, traces }) => [
    limits === undefined && note`REDIS_URL not set: the processes of one machine share the rate plan evenly`,
    limits &&
      (limits.failure === undefined
        ? ok`REDIS_URL: ${limits.name} answers`
        : problem`REDIS_URL: ${limits.name} cannot be used: ${limits.failure}. Each process counts its part of the rate plan -> Check host, port, user and password in REDIS_URL, that the user may run scripts (EVAL), the certificate (NODE_EXTRA_CA_CERTS) and the firewall`),
    traces &&
      (traces.failure === undefined
        ? ok`OTEL_EXPORTER_OTLP_ENDPOINT: ${traces.name} accepts connections`
        : note`OTEL_EXPORTER_OTLP_ENDPOINT: ${traces.name} cannot be reached: ${traces.failure}. Traces are dropped meanwhile`),
  ],
});

/** Only connects: a request could send a message. */
async function connectFailure(address: string): Promise<string | undefined> {
  const { protocol, hostname, port } = new URL(address);
  const isSecure = protocol === 'https:';
  const to = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORTS[protocol]) };
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = isSecure ? connectTls({ ...to, servername: to.host }) : connectTcp(to);
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error(`no answer within ${CONNECT_MS / 1000} s`)));
  socket.on(isSecure ? 'secureConnect' : 'connect', () => resolve(undefined));
  socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.message || error.code || 'no connection'));
  return promise.finally(() => socket.destroy());
}

async function redisFailure(redisUrl: string): Promise<string | undefined> {
  const { password } = new URL(redisUrl);
  const failure = await orLate(scriptFailure(redisUrl), REDIS_MS, `no answer within ${REDIS_MS / 1000} s`);
  // No message of the package or of a server has it today.
  const isSecretIn = password !== '' && [password, decodeURIComponent(password)].some((one) => failure?.includes(one));
  return isSecretIn ? 'the server refuses' : failure;
}

/** PING from a script, because the service counts with scripts: a user may be allowed the one and not the other. */
async function scriptFailure(redisUrl: string): Promise<string | undefined> {
  const { connectRedis } = await import('../../../limits/redis-connection.ts');
  const { PING } = await import('../../../limits/scripts.ts');
  let lost: Error | undefined;
  try {
    const connection = await connectRedis(redisUrl, REDIS_MS + 500, (error) => {
      lost = error;
    });
    await connection.run(PING, 'seller-service:doctor', []).finally(() => connection.destroy());
    return undefined;
  } catch (error) {
    return (lost ?? (error as Error)).message || 'no connection';
  }
}
