import { writeRecordGuide } from '../../cli/record-guide.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { pathGroupsOf, type Service } from '../../http/app/path-groups.ts';
import { createMetrics } from '../../http/metrics/metrics.ts';
import { openApiDocument } from '../../http/openapi/openapi.ts';
import { createIdentity } from '../../identity/oidc.ts';
import { createLog } from '../../log/log.ts';
import { openMarket } from '../../market/market.ts';
import { appOf } from '../api/app.ts';
import { identityOptionsOf } from '../identity/identity.ts';
import { embeddedIssuer } from '../settings/addresses.ts';
import { GUIDE_USAGE, OPENAPI_USAGE, writeDocument } from './document-output.ts';

/** Writes the guide to the record formats. */
export const writeGuide = (args: string[]): Promise<number> =>
  writeDocument(args, GUIDE_USAGE, async () => writeRecordGuide());

/** Writes the OpenAPI document of the whole HTTP layer. No store and no provider are needed. */
export const writeOpenApi = (config: Config, args: string[]): Promise<number> =>
  writeDocument(args, OPENAPI_USAGE, () => openApiText(config));

async function openApiText(config: Config): Promise<string> {
  // No handler runs: only the shapes of the routes are read.
  const market = openMarket({} as Db, () => 0);
  const unused = { market, notifications: {} } as unknown as Omit<Service, 'readiness' | 'identity'>;
  const identity = createIdentity(
    identityOptionsOf(config, { issuer: embeddedIssuer(config), client: { id: '', secret: '' } }),
  );
  const groups = pathGroupsOf({ ...unused, readiness: {}, identity });
  const app = await appOf({ config, log: createLog('silent'), metrics: createMetrics() }, groups, identity);
  return `${JSON.stringify(await openApiDocument(app), null, 2)}\n`;
}
