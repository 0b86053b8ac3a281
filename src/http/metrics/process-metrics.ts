import type { Server } from 'node:http';
import type { Registry } from 'prom-client';
import { orLate } from '../../async/or-late.ts';
import type { PartState } from '../../domain/part-state.ts';
import type { AdmissionDepth } from '../admission/queue.ts';
import { gaugeOf } from './at-scrape.ts';

/** Which program this is. */
export function serviceInfoIn(registry: Registry, info: { version: string; engine: string; role: string }): void {
  const help =
    'Always 1; the labels tell the version of the program, the engine of its store and the role of the process.';
  const labelNames = ['version', 'engine', 'role'];
  gaugeOf(registry, { name: 'service_info', help, labelNames, aggregator: 'first' }, () => [[info, 1]]);
}

export function admissionMetricsIn(registry: Registry, depth: () => AdmissionDepth): void {
  const inProgress = 'Requests in progress, those that wait for their turn included.';
  gaugeOf(registry, { name: 'http_requests_in_progress', help: inProgress, aggregator: 'sum' }, () => [
    [{}, depth().inProgress],
  ]);
  const waiting = 'Requests that wait for their turn.';
  gaugeOf(registry, { name: 'http_requests_waiting', help: waiting, aggregator: 'sum' }, () => [[{}, depth().waiting]]);
  const held = 'Refusals that are held back because their address causes very many at once.';
  gaugeOf(registry, { name: 'http_refusals_held', help: held, aggregator: 'sum' }, () => [[{}, depth().held]]);
  const senders = 'Callers and addresses that have requests in progress, or had some in the last second.';
  gaugeOf(registry, { name: 'http_senders', help: senders, aggregator: 'sum' }, () => [[{}, depth().flows]]);
}

export function connectionsIn(registry: Registry, servers: () => Readonly<Record<string, Server | undefined>>): void {
  const help = 'Open connections by server: api or admin.';
  gaugeOf(registry, { name: 'http_connections', help, labelNames: ['server'], aggregator: 'sum' }, () =>
    Promise.all(
      Object.entries(servers()).flatMap(([server, one]) =>
        one ? [openConnections(one).then((count) => [{ server }, count] as const)] : [],
      ),
    ),
  );
}

const openConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

export type PartStates = readonly (readonly [part: string, state: PartState])[];
const STATES = ['ok', 'degraded', 'failed'] as const;

/** Shorter than what a scrape may take. A check that takes longer goes on, and the last known states are told. */
const MAX_CHECKING_MS = 500;

/** What `/health/ready` says, with the same checks. */
export function readinessMetricsIn(registry: Registry, check: () => Promise<PartStates>): void {
  let known: PartStates | undefined;
  const states = async () => {
    const checking = check().then((found) => (known = found));
    return (await orLate(checking, MAX_CHECKING_MS, known)) ?? [];
  };
  const isReady = 'Whether the process can do its main work: 1 when no part is failed, else 0.';
  gaugeOf(registry, { name: 'service_ready', help: isReady, aggregator: 'min' }, async () => {
    const found = await states();
    return [[{}, found.length > 0 && found.every(([, { state }]) => state !== 'failed') ? 1 : 0]];
  });
  const help =
    'The parts that the process depends on: 1 for the state that a part is in (ok, degraded, failed), else 0.';
  const labelNames = ['part', 'state'];
  gaugeOf(registry, { name: 'service_part_state', help, labelNames, aggregator: 'max' }, async () =>
    (await states()).flatMap(([part, { state }]) =>
      STATES.map((one) => [{ part, state: one }, one === state ? 1 : 0] as const),
    ),
  );
}
