import type { Db } from '../db/db.ts';
import { insertAccount, listAccounts } from './accounts.ts';
import { insertClient, listClients, ownApplication } from './clients.ts';
import { insertOnce } from './provider-keys.ts';
import { hashChosen, randomHex } from './secrets.ts';

const clients = [
  { id: 'demoseller', secret: 'demosellersecret', kind: 'seller', sellerId: 'A1DEMOSELLER', name: 'Demo seller' },
  { id: 'demorival', secret: 'demorivalsecret', kind: 'seller', sellerId: 'A2DEMORIVAL', name: 'Demo rival' },
  { id: 'demooperator', secret: 'demooperatorsecret', kind: 'operator', name: 'Demo operator' },
] as const;

const accounts = [
  { email: 'demo@store.example', password: 'demo', sellerId: 'A1DEMOSELLER' },
  { email: 'rival@store.example', password: 'demo', sellerId: 'A2DEMORIVAL' },
];

/** Only once, in an empty database: clients that were removed do not come back at the next start. False when it did nothing. */
export async function createDemoData(db: Db, now: number): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  const hashedClients = await Promise.all(
    clients.map(async ({ secret, ...client }) => ({ ...client, secretHash: await hashChosen(secret) })),
  );
  const hashedAccounts = await Promise.all(
    accounts.map(async ({ password, ...account }) => ({ ...account, passwordHash: await hashChosen(password) })),
  );
  return db.transaction(async (tx) => {
    if (!(await insertOnce(tx, 'demo', new Date(now).toISOString()))) return false;
    for (const client of hashedClients) {
      await insertClient(tx, { ...client, metadata: ownApplication, demo: true, createdAt: now });
    }
    for (const account of hashedAccounts) {
      await insertAccount(tx, { ...account, id: randomHex(16), demo: true, createdAt: now });
    }
    return true;
  });
}

async function isEmpty(db: Db): Promise<boolean> {
  const row = await db.get(
    `SELECT 1 FROM idp_client UNION ALL SELECT 1 FROM idp_account UNION ALL SELECT 1 FROM idp_keeping WHERE name = 'demo'`,
  );
  return row === undefined;
}

/** Throws when the database has demo clients: their secrets are public, so it must not serve a public address. */
export async function rejectDemoData(db: Db): Promise<void> {
  const demoClients = (await listClients(db)).filter((client) => client.demo).map((client) => client.id);
  const demoAccounts = (await listAccounts(db)).filter((account) => account.demo).map((account) => account.email);
  const names = [...demoClients, ...demoAccounts];
  if (names.length === 0) return;
  throw new Error(
    `The identity provider's database has demo clients and sign-ins whose secrets are public (${names.join(', ')}). ` +
      'Remove them before the provider serves a public address: npm run client -- remove-demo',
  );
}
