import { createServer } from 'node:net';
import type { Config } from '../../../config/config.ts';
import { jsonObjectIn } from '../../../identity/json-object.ts';
import { adminPortsOf } from '../../settings/admin-port.ts';
import { askPatiently, isSilence, localUrl, type Patience } from './ask.ts';
import { check, type Port } from './check.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { ownerOf } from './proc.ts';

type NamedPort = Pick<Port, 'setting' | 'host' | 'port' | 'recognizedBy'>;

/** The ports of the settings; 0 is any free one. */
function portsOf(config: Config): NamedPort[] {
  const { host, port, adminHost, idpIssuer, idpPort, demoReceiverPort } = config;
  const all: NamedPort[] = [
    { setting: 'PORT', host, port, recognizedBy: 'health' },
    ...adminPortsOf(config).map(
      (admin) => ({ setting: 'ADMIN_PORT', host: adminHost, port: admin, recognizedBy: 'health' }) as const,
    ),
    { setting: 'IDP_PORT', host, port: idpIssuer ? 0 : idpPort, recognizedBy: 'issuer' },
    { setting: 'DEMO_RECEIVER_PORT', host: '127.0.0.1', port: demoReceiverPort, recognizedBy: 'page' },
  ];
  return all.filter((one) => one.port > 0);
}

/** `/health/live` needs nothing but a turn of the event loop. */
const PATIENCE: Patience = { firstMs: 2_000, againMs: 10_000 };

export const lookAtPorts = (config: Config, patience = PATIENCE): Promise<Port[]> =>
  Promise.all(portsOf(config).map((port) => lookAtPort(port, patience)));

const paths = { health: '/health/live', issuer: '/.well-known/openid-configuration', page: '/' };

/** Not an address of this machine, or a name that nobody knows. */
const NO_ADDRESS: readonly unknown[] = ['ENOTFOUND', 'EADDRNOTAVAIL', 'EHOSTUNREACH', 'ENETUNREACH'];

async function lookAtPort(port: NamedPort, patience: Patience): Promise<Port> {
  const url = localUrl(port, paths[port.recognizedBy]);
  const state = await askPatiently(url, `localhost:${port.port}`, patience).then(
    (answer) => (answer === undefined ? 'free' : isOwn(port, answer.text) ? 'own' : 'taken'),
    (error: NodeJS.ErrnoException) =>
      NO_ADDRESS.includes(error.code) ? 'free' : isSilence(error) ? 'silent' : 'taken',
  );
  if (state === 'free') return { ...port, state, unusable: await whyUnusable(port) };
  return { ...port, state, owner: ownerOf(port.port) };
}

function isOwn({ recognizedBy }: NamedPort, text: string): boolean {
  if (recognizedBy === 'page') return text.includes('Demo receiver');
  const body = jsonObjectIn(text);
  return recognizedBy === 'health' ? body?.status === 'alive' : typeof body?.issuer === 'string';
}

/** Listens for a moment. Nobody else does: the port has refused a connection. */
async function whyUnusable({ host, port }: NamedPort): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const server = createServer();
  server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  return promise;
}

export const portCheck = check({
  title: 'Ports',
  look: (subject) => subject.ports,
  judge: (seen) =>
    seen.length === 0 ? note`the settings name no port: each is chosen at the start` : seen.map(judgePort),
});

function judgePort({ setting, host, port, state, owner, unusable }: Port): Finding {
  const where = `${setting} ${port}`;
  const by = owner === undefined ? '' : ` (${owner.name}, process ${owner.pid})`;
  const choose = `Stop that program, or choose another port: ${setting}=${port + 10}`;
  if (state === 'own') return ok`${where}: the service answers${by}`;
  if (state === 'taken') return problem`${where} is taken by another program${by} -> ${choose}`;
  if (state === 'silent')
    return problem`${where}: something listens and does not answer${by}, also not within ${PATIENCE.againMs / 1000} s when asked again -> If it is the service, look at the load of the machine, then restart it. ${choose}`;
  if (unusable === undefined) return note`${where} is free: the service does not run, or runs elsewhere`;
  if (unusable === 'EACCES')
    return problem`this user may not listen on ${where} -> Set ${setting} to a port above 1023, or give the process the capability CAP_NET_BIND_SERVICE`;
  if (unusable === 'EADDRINUSE') return problem`${where} is taken on another address of this machine -> ${choose}`;
  const address = setting === 'ADMIN_PORT' ? 'ADMIN_HOST' : 'HOST';
  return problem`nobody can listen on ${host}, port ${port} (${unusable}) -> Set ${address} to an address of this machine, 127.0.0.1 or 0.0.0.0`;
}

/** Whether a process of the service that has a health check answers there. */
export const isService = ({ recognizedBy, state }: Port): boolean => recognizedBy === 'health' && state === 'own';

/** What `/health/ready` of each process of the service says; no `body` when it does not answer. */
export const runningServiceCheck = check({
  title: 'Running service',
  look: (subject) =>
    Promise.all(
      subject.ports.filter(isService).map(async (one) => {
        const answer = await askPatiently(localUrl(one, '/health/ready'), `localhost:${one.port}`).catch(
          () => undefined,
        );
        return { where: `/health/ready on ${one.setting} ${one.port}`, body: answer && jsonObjectIn(answer.text) };
      }),
    ),
  judge: (answers) =>
    answers.length === 0
      ? note`no process of the service answers on the ports of these settings`
      : answers.map(({ where, body }) => judgeReadiness(where, body)),
});

function judgeReadiness(where: string, body: Readonly<Record<string, unknown>> | undefined): Finding {
  if (body === undefined)
    return problem`${where} does not answer, also not when asked again -> Look at the load of the machine and the log of the service, and restart it`;
  if (body.status === 'ready') return ok`${where}: ready`;
  const reasons = Object.entries(body.reasons ?? {}).map(([part, reason]) => `${part}: ${reason}`);
  return problem`${where} is ${String(body.status)}: ${reasons.join(' ') || 'it is stopping'} -> docs/health.md says what each part means; the log says more`;
}
