import type { Config } from '../../../config.ts';
import { LATE, withTimeLimit } from './deadline.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { type GatewayFacts, reached } from './gateways.ts';

const LIMIT_MS = 2_000;

/** The servers that the service works without, though not as well. Undefined: not configured. */
export type OtherServers = { readonly limits: GatewayFacts | undefined; readonly traces: GatewayFacts | undefined };

export async function lookAtOtherServers({ redisUrl, otelEndpoint }: Config): Promise<OtherServers> {
  const [limits, traces] = await Promise.all([
    redisUrl === undefined ? undefined : limitServer(redisUrl),
    otelEndpoint === undefined ? undefined : reached('OTEL_EXPORTER_OTLP_ENDPOINT', otelEndpoint),
  ]);
  return { limits, traces };
}

async function limitServer(redisUrl: string): Promise<GatewayFacts> {
  const { host, password } = new URL(redisUrl);
  const failure = await withTimeLimit(LIMIT_MS, failureOf(redisUrl));
  const text = failure === LATE ? `no answer within ${LIMIT_MS / 1000} s` : failure;
  // No message of the package or of a server has it today.
  const isSecretIn = password !== '' && [password, decodeURIComponent(password)].some((one) => text?.includes(one));
  return { setting: 'REDIS_URL', name: host, failure: isSecretIn ? 'the server refuses' : text };
}

/** PING from a script, because the service counts with scripts: a user may be allowed the one and not the other. */
async function failureOf(redisUrl: string): Promise<string | undefined> {
  const { connectRedis } = await import('../../../limits/redis-connection.ts');
  const { PING } = await import('../../../limits/scripts.ts');
  let lost: Error | undefined;
  try {
    const connection = await connectRedis(redisUrl, LIMIT_MS + 500, (error) => {
      lost = error;
    });
    try {
      await connection.run(PING, 'seller-service:doctor', []);
    } finally {
      connection.destroy();
    }
    return undefined;
  } catch (error) {
    return (lost ?? (error as Error)).message || 'no connection';
  }
}

export function judgeOtherServers({ limits, traces }: OtherServers): Finding[] {
  return [judgeLimits(limits), ...(traces === undefined ? [] : [judgeTraces(traces)])];
}

function judgeLimits(facts: GatewayFacts | undefined): Finding {
  if (facts === undefined) return note('REDIS_URL not set: the processes of one machine share the rate plan evenly');
  if (facts.failure === undefined) return ok(`REDIS_URL: ${facts.name} answers`);
  return problem(
    `REDIS_URL: ${facts.name} cannot be used: ${facts.failure}. Each process counts its part of the rate plan`,
    'Check host, port, user and password in REDIS_URL, that the user may run scripts (EVAL), the certificate (NODE_EXTRA_CA_CERTS) and the firewall',
  );
}

/** Only a note: nothing but traces is lost. */
const judgeTraces = ({ setting, name, failure }: GatewayFacts): Finding =>
  failure === undefined
    ? ok(`${setting}: ${name} accepts connections`)
    : note(`${setting}: ${name} cannot be reached: ${failure}. Traces are dropped meanwhile`);
