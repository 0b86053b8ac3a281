import { writeRecordGuide } from '../cli/record-guide.ts';
import type { Config } from '../config.ts';
import { groupsOf } from '../http/app.ts';
import { createMetrics } from '../http/metrics.ts';
import { openApiDocument } from '../http/openapi.ts';
import { createLog } from '../log.ts';
import { appOf } from './app.ts';
import { embeddedIssuer, identityOf } from './identity.ts';

/** Prints the guide to the record formats. */
export async function printGuide(): Promise<number> {
  process.stdout.write(writeRecordGuide());
  return 0;
}

/** Prints the OpenAPI document: the whole door, with nothing behind it. */
export async function printOpenApi(config: Config): Promise<number> {
  const nobody = () => Promise.reject(new Error('nothing is answered here'));
  const identity = identityOf(config, embeddedIssuer(config), { id: '', secret: '' });
  const groups = groupsOf({
    readiness: {},
    identity,
    facts: {
      marketplaces: nobody,
      feeSchedules: nobody,
      item: nobody,
      offer: nobody,
      ownOffers: nobody,
      seller: nobody,
    },
    applyChanges: nobody,
  });
  const app = await appOf(config, groups, identity, createLog('silent'), createMetrics());
  process.stdout.write(`${JSON.stringify(openApiDocument(app), null, 2)}\n`);
  return 0;
}
