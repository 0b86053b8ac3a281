import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { KEY_FILE } from '../../notifications/keys/operator-key-file.ts';
import type { KeySources } from '../../notifications/keys/operator-key-source.ts';
import { isPublicService } from './production.ts';

/** The public service on PostgreSQL has its key in its settings: a file on one machine does not help the others. */
export const keySourcesOf = (config: Config): KeySources => ({
  configured: config.operatorKey,
  file: join(config.dataDir, KEY_FILE),
  mayGenerate: config.databaseUrl === undefined || !isPublicService(config),
});
