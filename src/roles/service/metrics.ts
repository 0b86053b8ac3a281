import type { MetricSources } from '../../http/metrics/exposition.ts';
import type { Role } from '../settings/role.ts';
import { VERSION } from '../settings/version.ts';
import type { OpenedService } from './service.ts';

/** What the log, the store and the market tell at each scrape. */
export const serviceSources = (
  { log, db, market }: Pick<OpenedService, 'log' | 'db' | 'market'>,
  role: Role,
): MetricSources => ({
  info: { version: VERSION, engine: db.engine, role },
  store: db,
  droppedLines: () => log.output().droppedLines,
  rebuilds: market.writer.rebuilds,
  keptTerms: () => market.writer.keptTerms,
});
