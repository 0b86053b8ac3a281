import type { Config } from '../../../config/config.ts';
import { checkMailServer } from '../../../delivery/mail/mail-server-check.ts';
import { type Finding, found, note, ok, problem } from './finding.ts';
import { connectFailure, portOf, redisFailure } from './server-connection.ts';
import type { Subject } from './subject.ts';

const MAIL_MS = 5_000;

/** The name of a server, and why it cannot be used; undefined when it can. Undefined as a whole when none is configured. */
type ServerFacts = { readonly name: string; readonly failure: string | undefined } | undefined;

async function reached(address: string | undefined): Promise<ServerFacts> {
  if (!address) return undefined;
  const url = new URL(address);
  return { name: `${url.hostname}:${portOf(url)}`, failure: await connectFailure(url) };
}

export async function lookAtGateways({ config: { smtpUrl, smsGatewayUrl } }: Subject) {
  const mailServer = async (url: string) => ({ name: new URL(url).host, failure: await checkMailServer(url, MAIL_MS) });
  const [mail, sms] = await Promise.all([smtpUrl ? mailServer(smtpUrl) : undefined, reached(smsGatewayUrl)]);
  return { mail, sms };
}

export function judgeGateways(config: Config, { mail, sms }: Awaited<ReturnType<typeof lookAtGateways>>): Finding[] {
  const missing = [...(mail ? [] : [['SMTP_URL', 'e-mails']]), ...(sms ? [] : [['SMS_GATEWAY_URL', 'SMS']])];
  const [names, uses] = [0, 1].map((column) => missing.map((row) => row[column]).join(' and '));
  return found(
    judgeGateway('SMTP_URL', mail, 'the connection and the login'),
    judgeGateway('SMS_GATEWAY_URL', sms, 'connections'),
    missing.length > 0 &&
      note`${names ?? ''} not set: ${uses ?? ''} are files in the outbox (${config.dataDir}/outbox)`,
  );
}

const judgeGateway = (setting: string, facts: ServerFacts, accepted: string): Finding | undefined =>
  facts &&
  (facts.failure === undefined
    ? ok`${setting}: ${facts.name} accepts ${accepted}`
    : problem`${setting}: ${facts.name} cannot be used: ${facts.failure} -> Check host, port, user and password in ${setting}, and the firewall`);

/** The servers that the service works without, though not as well. */
export async function lookAtOtherServers({ config: { redisUrl, otelEndpoint } }: Subject) {
  const limitServer = async (url: string) => ({ name: new URL(url).host, failure: await redisFailure(url) });
  const [limits, traces] = await Promise.all([redisUrl ? limitServer(redisUrl) : undefined, reached(otelEndpoint)]);
  return { limits, traces };
}

type OtherServers = Awaited<ReturnType<typeof lookAtOtherServers>>;

export const judgeOtherServers = ({ limits, traces }: OtherServers): Finding[] =>
  found(judgeLimits(limits), judgeTraces(traces));

function judgeLimits(facts: ServerFacts): Finding {
  if (facts === undefined) return note`REDIS_URL not set: the processes of one machine share the rate plan evenly`;
  return facts.failure === undefined
    ? ok`REDIS_URL: ${facts.name} answers`
    : problem`REDIS_URL: ${facts.name} cannot be used: ${facts.failure}. Each process counts its part of the rate plan -> Check host, port, user and password in REDIS_URL, that the user may run scripts (EVAL), the certificate (NODE_EXTRA_CA_CERTS) and the firewall`;
}

/** Only a note: nothing but traces is lost. */
const judgeTraces = (facts: ServerFacts): Finding | undefined =>
  facts &&
  (facts.failure === undefined
    ? ok`OTEL_EXPORTER_OTLP_ENDPOINT: ${facts.name} accepts connections`
    : note`OTEL_EXPORTER_OTLP_ENDPOINT: ${facts.name} cannot be reached: ${facts.failure}. Traces are dropped meanwhile`);
