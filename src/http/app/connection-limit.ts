import type { Server } from 'node:http';
import { Counter } from 'prom-client';
import type { Metrics } from '../metrics/metrics.ts';

/** More than all scrapers and operators together need. */
export const MAX_ADMIN_CONNECTIONS = 100;

/**
 * Closes each connection over `max` at once and counts it. Without a maximum, idle connections could take all file
 * descriptors of the process, and the store and the identity provider need some, too.
 */
export function limitConnections(server: Server, name: 'api' | 'admin', max: number, { registry }: Metrics): void {
  const metric = 'http_connections_dropped_total';
  const dropped =
    (registry.getSingleMetric(metric) as Counter<'server'> | undefined) ??
    new Counter({
      name: metric,
      help: 'Connections that were closed at once because the server had its maximum of connections.',
      labelNames: ['server'],
      registers: [registry],
    });
  dropped.inc({ server: name }, 0);
  server.maxConnections = max;
  server.on('drop', () => dropped.inc({ server: name }));
}
