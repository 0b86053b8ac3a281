import type { ProviderAddress } from '../../processes/provider-process.ts';
import type { StartParameters } from '../process/compose-process.ts';

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
