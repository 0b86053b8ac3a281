import { request } from 'undici';
import { openDb } from '../../src/db/open.ts';
import { insertClient, ownApplication } from '../../src/idp/clients.ts';
import { randomHex } from '../../src/idp/secrets.ts';

export type OperatorClient = { id: string; secret: string };

/** Adds a client of the operator to the provider's store, which no process uses yet. */
export async function addOperator(file: string): Promise<OperatorClient> {
  const db = await openDb({ file });
  const client = { id: 'bench-operator-client', secret: randomHex(32) };
  await insertClient(db, { ...client, kind: 'operator', metadata: ownApplication, createdAt: Date.now() });
  await db.close();
  return client;
}

export async function operatorToken(base: string, { id, secret }: OperatorClient): Promise<string> {
  const headers = {
    authorization: `Basic ${btoa(`${id}:${secret}`)}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const body = 'grant_type=client_credentials';
  const answer = await request(`${base}/auth/v4/token`, { method: 'POST', headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`a token was refused: ${answer.statusCode} ${text}`);
  const { access_token: token } = JSON.parse(text) as { access_token: string };
  return token;
}
