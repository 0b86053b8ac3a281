import type { Config } from '../../config/config.ts';
import { isLoopbackHost } from '../../domain/relay.ts';

const DEFAULT_DRAIN_MS = 5_000;

/** DRAIN_MS, or its default: no load balancer sends to a service that listens on loopback only. */
export function drainMsOf({ drainMs, host }: Pick<Config, 'drainMs' | 'host'>): number {
  return drainMs ?? (isLoopbackHost(host) ? 0 : DEFAULT_DRAIN_MS);
}
