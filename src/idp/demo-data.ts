import type { Db, Sql } from '../db/db.ts';
import { OPERATOR_RIGHTS } from '../domain/authorization/operator-rights.ts';
import { rightsWith } from '../domain/authorization/rights.ts';
import type { Log } from '../log/log.ts';
import { emailKey, insertAccount, listAccounts } from './accounts.ts';
import { insertClient, listClients, ownApplication } from './clients.ts';
import { COMMAND_LINE_CLIENT, commandLineMetadata } from './command-line-client.ts';
import { insertOperator } from './operator/operator-people.ts';
import { insertOnce } from './provider-keys.ts';
import { randomHex } from './secrets.ts';

/** What the demo seller's own application may do beyond the basic rights: change prices and limits, and see costs. */
const NAMED = ['seller-api:pricing:write', 'seller-api:limits:write', 'seller-api:costs:read'] as const;

const demoSeller = { id: 'demoseller', secret: 'demosellersecret', kind: 'seller', sellerId: 'A1DEMOSELLER' } as const;

const clients = [
  { ...demoSeller, name: 'Demo seller', rights: rightsWith(NAMED) },
  { id: 'demorival', secret: 'demorivalsecret', kind: 'seller', sellerId: 'A2DEMORIVAL', name: 'Demo rival' },
  { id: 'demonew', secret: 'demonewsecret', kind: 'seller', sellerId: 'A3DEMONEW', name: 'Demo newcomer' },
  { id: 'demooperator', secret: 'demooperatorsecret', kind: 'operator', name: 'Demo operator' },
] as const;

/** A person of the operator, who signs in to the operator console (decision 55). */
const OPERATOR_EMAIL = 'operator@store.example';

/** The hash of `demo`, the public password of all demo accounts. It is stored here because hashing would delay the first start. */
const PASSWORD_HASH = 'argon2id$19456$2$1$kyTQRG7ai2WSQOOxVLM8yA$2GMWEx5-xBR5dO9XwbRHSbJqHPU9pNvQHnJ43p15bec';

const accounts = [
  { email: 'demo@store.example', sellerId: 'A1DEMOSELLER' },
  { email: 'rival@store.example', sellerId: 'A2DEMORIVAL' },
  { email: 'new@store.example', sellerId: 'A3DEMONEW' },
];

/** What a person signs in with. */
export type ShownSignIn = { readonly email: string; readonly password: string };

/** Who signs in: sellers and the operator's people have other accounts, and other consoles. */
export type DemoPerson = 'seller' | 'operator';

/**
 * The demo's sign-in, for the sign-in page. Undefined unless it works as the demo made it: neither removed, nor disabled, nor with a
 * new password.
 */
export async function demoSignIn(db: Sql, person: DemoPerson = 'seller'): Promise<ShownSignIn | undefined> {
  const email = person === 'operator' ? OPERATOR_EMAIL : (accounts[0]?.email ?? '');
  const isThere = await db.get(
    'SELECT id FROM idp_account WHERE email = $1 AND demo = 1 AND password = $2 AND disabled_at IS NULL',
    [emailKey(email), PASSWORD_HASH],
  );
  return isThere === undefined ? undefined : { email, password: 'demo' };
}

/** For the log: the answer to the caller says no more than for any other wrong secret. */
export const REFUSED_ELSEWHERE =
  'a demo credential was refused: its secret is public, so it works on this machine only. Create your own: npm run client -- add';

const REFUSED_MISSING =
  'a demo credential was refused: this provider has no demo, because its market was imported, the demo was removed, or PUBLIC_URL is public. Create your own: npm run client -- add';

/** Writes the reason to the log when a client or a sign-in of the demo is used at a provider that does not have it. */
export async function explainMissingDemo(db: Sql, name: string, log: Pick<Log, 'warn'>): Promise<void> {
  const key = name.toLowerCase();
  const client = clients.find(({ id }) => id === key);
  const account = accounts.find(({ email }) => email === key);
  const isAccount = account !== undefined || key === OPERATOR_EMAIL;
  // A wrong password of a demo account that exists is a wrong password.
  if (isAccount && (await listAccounts(db)).some(({ email }) => emailKey(email) === key)) return;
  // Addresses of people are not logged.
  if (client) log.warn({ clientId: client.id }, REFUSED_MISSING);
  else if (isAccount) log.warn(account ? { sellerId: account.sellerId } : {}, REFUSED_MISSING);
}

/** The ids and addresses of the demo that the database has. */
export async function demoNames(db: Sql): Promise<{ clients: string[]; accounts: string[] }> {
  return {
    clients: (await listClients(db)).filter(({ demo }) => demo).map(({ id }) => id),
    accounts: (await listAccounts(db)).filter(({ demo }) => demo).map(({ email }) => email),
  };
}

/** Only once, in an empty database: clients that were removed do not come back at the next start. False when it did nothing. */
export async function createDemoData(db: Db, now: number): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  return db.transaction(async (tx) => {
    if (!(await insertOnce(tx, 'demo', new Date(now).toISOString()))) return false;
    // Their secrets are public: a slow hash would protect nothing, and only delay the first start.
    for (const client of clients)
      await insertClient(tx, { ...client, metadata: ownApplication, demo: true, createdAt: now });
    await insertClient(tx, {
      ...({ id: COMMAND_LINE_CLIENT, kind: 'dynamic', metadata: commandLineMetadata } as const),
      ...{ demo: true, verified: true, createdAt: now },
    });
    const shared = { passwordHash: PASSWORD_HASH, demo: true, createdAt: now };
    for (const account of accounts) await insertAccount(tx, { ...account, ...shared, id: randomHex(16) });
    await insertOperator(tx, { ...shared, id: randomHex(16), email: OPERATOR_EMAIL }, OPERATOR_RIGHTS);
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
  const found = await demoNames(db);
  const names = [...found.clients, ...found.accounts];
  if (names.length === 0) return;
  throw new Error(
    `The identity provider's database has demo clients and sign-ins whose secrets are public (${names.join(', ')}). ` +
      'Remove them before the provider serves a public address: npm run client -- remove-demo',
  );
}
