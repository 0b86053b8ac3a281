import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openDb } from '../../src/db/open.ts';
import { insertAccount } from '../../src/idp/accounts.ts';
import { hashPassword } from '../../src/idp/password-hash.ts';

export type Person = { readonly email: string; readonly password: string };

/** Somebody of a seller who can sign in. No process uses the provider's store yet. */
export async function addPerson(dataDir: string, sellerId: string): Promise<Person> {
  const person = { email: 'soak@store.example', password: randomUUID() };
  const db = await openDb({ file: join(dataDir, 'idp.db') });
  const passwordHash = await hashPassword(person.password);
  await insertAccount(db, { id: randomUUID(), email: person.email, passwordHash, sellerId, createdAt: Date.now() });
  await db.close();
  return person;
}
