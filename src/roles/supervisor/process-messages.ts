import type { ProviderAddress, ServiceClient } from '../../processes/provider-process.ts';

/**
 * The messages between the supervisor and its processes. After an upgrade by SIGHUP a supervisor of the previous version
 * talks to processes of the new one: add messages and fields, change none. `order`, `ask` and `question` are names of the first version.
 */
export type ToProcess =
  | { kind: 'order'; order: StartParameters }
  | { kind: 'ask'; id: number; question: Query }
  /** The embedded provider listens on another port. */
  | { kind: 'provider moved'; address: ProviderAddress }
  /** Another process has taken over: end without losing a request of a kept-alive connection. */
  | { kind: 'retire' }
  /** The service stops. */
  | { kind: 'stop' }
  /** All API processes have stopped accepting, and the port refuses connections. */
  | { kind: 'port closed' };

export type FromProcess =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: unknown }
  /** The process stops and accepts no more connections. */
  | { kind: 'not accepting' }
  /** The metrics at the end of the process. */
  | { kind: 'last metrics'; metrics: unknown };

export type Query = 'metrics' | 'readiness';

/** What the supervisor tells a process at its start. The rest is in the settings, which it has from its environment. */
export type StartParameters = {
  /** The embedded provider, and the service's own client there. Absent when the settings name a provider. */
  provider?: { address: ProviderAddress; client: ServiceClient } | undefined;
  /** The demo's receiver of webhooks, when it runs. */
  receiverAddress?: string | undefined;
  /** Ports of this service that the settings do not tell. No webhook may lead there. */
  ownPorts: number[];
};
