import { createHmac } from 'node:crypto';
import { generateSync } from 'otplib';
import type { Db } from '../../../src/db/db.ts';
import { insertAccount } from '../../../src/idp/accounts.ts';
import type { FactorOwner } from '../../../src/idp/factors/factor-changes.ts';
import { changeFactors } from '../../../src/idp/factors/factors.ts';
import { beginHalfSignIn } from '../../../src/idp/factors/half-sign-in.ts';
import { replaceRecoveryCodes } from '../../../src/idp/factors/recovery-codes.ts';
import { insertTotp } from '../../../src/idp/factors/totp.ts';
import { hashPassword } from '../../../src/idp/password-hash.ts';
import type { PageView, TestBrowser } from '../browser.ts';
import type { TestIdp } from '../harness.ts';

export const SECRET = 'CDWVVEKN5AD5E3MEUZOMGEKQMK3GYSRP';
export const PASSWORD = 'correct horse battery';

/** What the app on the phone shows, by another implementation than the provider's own. */
export const codeAt = (ms: number, secret = SECRET) => generateSync({ secret, epoch: Math.floor(ms / 1000) });

/** The same for all, because it takes 60 ms. */
const passwordHash = hashPassword(PASSWORD);

export type Person = { readonly id: string; readonly email: string };

export async function addPerson({ db }: Pick<TestIdp, 'db'>, id: string): Promise<Person> {
  const person = { id, email: `${id}@store.example` };
  await insertAccount(db, { ...person, passwordHash: await passwordHash, sellerId: 'A1DEMOSELLER', createdAt: 1 });
  return person;
}

/** A person with an authenticator app, and their recovery codes. */
export async function addPersonWithApp(idp: Pick<TestIdp, 'db'>, id: string) {
  const person = await addPerson(idp, id);
  return { ...person, codes: await addApp(idp, id) };
}

/** Gives an account an authenticator app, and returns its recovery codes. */
export async function addApp(idp: Pick<TestIdp, 'db'>, id: string): Promise<readonly string[]> {
  const key = await keptKey<string>(idp, 'factor key');
  const codes = await changeFactors(idp.db, id, async (tx) => {
    await insertTotp(tx, key, { accountId: id, secret: SECRET, step: 1 }, 1);
    return replaceRecoveryCodes(tx, id, 1);
  });
  return codes ?? [];
}

/** Changes factors without a page: nothing is recorded. */
export const ownerOf = (db: Db, accountId: string, now: number): FactorOwner => ({
  ...{ db, accountId, now, key: 'ab'.repeat(32), isRequired: false },
  record: () => Promise.resolve(),
});

/** As if this person had typed the right password at this page of the browser: checking one takes 0.3 s of CPU. */
export async function beginStep(
  idp: Pick<TestIdp, 'db'>,
  visitor: TestBrowser,
  url: string,
  { accountId, now }: { accountId: string; now: number },
): Promise<PageView> {
  const { pathname, search } = new URL(url);
  const id = await beginHalfSignIn(idp.db, accountId, `${pathname}${search}`, now);
  const [key = ''] = await keptKey<string[]>(idp, 'cookie keys');
  const signature = createHmac('sha1', key).update(`_half=${id}`).digest('base64url');
  visitor.setCookie('_half', id, pathname);
  visitor.setCookie('_half.sig', signature, pathname);
  return visitor.go(url);
}

export async function keptKey<Value>({ db }: Pick<TestIdp, 'db'>, name: string): Promise<Value> {
  const row = await db.get<{ value: string }>('SELECT value FROM idp_keeping WHERE name = $1', [name]);
  return JSON.parse(row?.value ?? 'null') as Value;
}
