import { createServer } from 'node:net';
import type { Config } from '../../../config/config.ts';
import { adminPortsOf } from '../../settings/admin-port.ts';
import { ask, objectIn } from './ask.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { ownerOf } from './port-owner.ts';
import type { Port, PortFacts } from './subject.ts';

/** The ports of the settings; 0 is any free one. */
export function portsOf(config: Config): Port[] {
  const { host, port, adminHost, idpIssuer, idpPort, demoReceiverPort } = config;
  const ports: Port[] = [
    { setting: 'PORT', host, port, recognizedBy: 'health' },
    ...adminPortsOf(config).map(
      (admin): Port => ({ setting: 'ADMIN_PORT', host: adminHost, port: admin, recognizedBy: 'health' }),
    ),
    ...(idpIssuer ? [] : [{ setting: 'IDP_PORT', host, port: idpPort, recognizedBy: 'issuer' } satisfies Port]),
    { setting: 'DEMO_RECEIVER_PORT', host: '127.0.0.1', port: demoReceiverPort, recognizedBy: 'page' },
  ];
  return ports.filter(({ port: number }) => number > 0);
}

/** The address by which this machine reaches what listens on `host`. */
export function hostToAsk(host: string): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return reachable.includes(':') ? `[${reachable}]` : reachable;
}

export const lookAtPorts = (ports: readonly Port[]): Promise<PortFacts[]> => Promise.all(ports.map(lookAtPort));

/** `/health/live` needs nothing but a turn of the event loop. */
const LIMIT_MS = 2_000;

const paths = { health: '/health/live', issuer: '/.well-known/openid-configuration', page: '/' };

/** Not an address of this machine, or a name that nobody knows. */
const NO_ADDRESS: readonly unknown[] = ['ENOTFOUND', 'EADDRNOTAVAIL', 'EHOSTUNREACH', 'ENETUNREACH'];

async function lookAtPort(port: Port): Promise<PortFacts> {
  const url = `http://${hostToAsk(port.host)}:${port.port}${paths[port.recognizedBy]}`;
  const state = await ask(url, `localhost:${port.port}`, LIMIT_MS).then(
    (answer) => (answer === undefined ? 'free' : isOwn(port, answer.text) ? 'own' : 'taken'),
    ({ code, message }: NodeJS.ErrnoException) =>
      NO_ADDRESS.includes(code) ? 'free' : message === 'no answer in time' ? 'silent' : 'taken',
  );
  if (state === 'free') return { ...port, state, owner: undefined, unusable: await whyUnusable(port) };
  return { ...port, state, owner: ownerOf(port.port) };
}

function isOwn({ recognizedBy }: Port, text: string): boolean {
  if (recognizedBy === 'page') return text.includes('Demo receiver');
  const body = objectIn(text);
  return recognizedBy === 'health' ? body?.status === 'alive' : typeof body?.issuer === 'string';
}

/** Listens for a moment. Nobody else does: the port has refused a connection. */
async function whyUnusable({ host, port }: Port): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const server = createServer();
  server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  return promise;
}

export const judgePorts = (facts: readonly PortFacts[]): Finding[] =>
  facts.length === 0 ? [note`the settings name no port: each is chosen at the start`] : facts.map(judgePort);

function judgePort({ setting, host, port, state, owner, unusable }: PortFacts): Finding {
  const where = `${setting} ${port}`;
  const by = owner === undefined ? '' : ` (${owner.name}, process ${owner.pid})`;
  const choose = `Stop that program, or choose another port: ${setting}=${port + 10}`;
  if (state === 'own') return ok`${where}: the service answers${by}`;
  if (state === 'taken') return problem`${where} is taken by another program${by} -> ${choose}`;
  if (state === 'silent')
    return problem`${where}: something listens and does not answer within ${LIMIT_MS / 1000} s${by} -> If it is the service, restart it. ${choose}`;
  if (unusable === undefined) return note`${where} is free: the service does not run, or runs elsewhere`;
  if (unusable === 'EACCES')
    return problem`this user may not listen on ${where} -> Set ${setting} to a port above 1023, or give the process the capability CAP_NET_BIND_SERVICE`;
  if (unusable === 'EADDRINUSE') return problem`${where} is taken on another address of this machine${by} -> ${choose}`;
  const address = setting === 'ADMIN_PORT' ? 'ADMIN_HOST' : 'HOST';
  return problem`nobody can listen on ${host}, port ${port} (${unusable}) -> Set ${address} to an address of this machine, 127.0.0.1 or 0.0.0.0`;
}
