import { writeRecordGuide } from '../../cli/record-guide.ts';
import type { Config } from '../../config.ts';
import { openApiDocument } from '../../http/openapi/openapi.ts';
import { createMetrics } from '../../http/server/metrics/metrics.ts';
import { type ProductParts, pathGroupsOf } from '../../http/server/path-groups.ts';
import { createLog } from '../../log.ts';
import { appOf } from '../api/app.ts';
import { embeddedIssuer, identityOf } from '../identity/identity.ts';

/** Prints the guide to the record formats. */
export async function printGuide(): Promise<number> {
  process.stdout.write(writeRecordGuide());
  return 0;
}

/** Prints the OpenAPI document of the whole HTTP layer. No store and no provider are needed. */
export async function printOpenApi(config: Config): Promise<number> {
  // No handler runs: only the shapes of the routes are read.
  const unused = { market: { facts: {}, onBoards: () => {} }, notifications: {} } as unknown as Omit<
    ProductParts,
    'readiness' | 'identity'
  >;
  const identity = identityOf(config, embeddedIssuer(config), { id: '', secret: '' });
  const groups = pathGroupsOf({ ...unused, readiness: {}, identity });
  const app = await appOf(config, groups, identity, createLog('silent'), createMetrics());
  process.stdout.write(`${JSON.stringify(await openApiDocument(app), null, 2)}\n`);
  return 0;
}
