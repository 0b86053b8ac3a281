import type { Server } from 'node:http';
import type { Metrics } from '../metrics/metrics.ts';

/** More than all scrapers and operators together need. */
export const MAX_ADMIN_CONNECTIONS = 100;

/**
 * Closes each connection over `max` at once and counts it. Without a maximum, idle connections could take all file
 * descriptors of the process, and the store and the identity provider need some, too.
 */
export function limitConnections(server: Server, name: 'api' | 'admin', max: number, metrics: Metrics): void {
  server.maxConnections = max;
  server.on('drop', metrics.droppedConnections(name));
}
