import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../src/db/migrate.ts';
import { openDb } from '../../../src/db/open.ts';
import { idpMigrations } from '../../../src/idp/migrations.ts';
import { serviceClient, startTestIdp } from '../../idp/harness.ts';
import type { StartProvider } from './provider.ts';

/** The provider that comes with the service, with its demo clients and accounts. Applications register themselves. */
export const startEmbedded: StartProvider = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const db = await openDb({ file: join(folder, 'idp.db') });
  await migrate(db, idpMigrations);
  const idp = await startTestIdp(db);
  return {
    issuer: idp.issuer,
    settings: {
      IDP_INTROSPECTION_CLIENT_ID: serviceClient.id,
      IDP_INTROSPECTION_CLIENT_SECRET: serviceClient.secret,
    },
    own: { id: 'demoseller', secret: 'demosellersecret' },
    sendsIssuer: true,
    namesBodyClient: true,
    rotates: true,
    consent: async (page) => {
      await page.getByLabel('E-mail address').fill('demo@store.example');
      await page.getByLabel('Password').fill('demo');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Allow' }).click();
    },
    printed: idp.logged,
    stop: async () => {
      await idp.close();
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
