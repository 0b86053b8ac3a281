import { Writable } from 'node:stream';
import type { Db } from '../../src/db/db.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { type IdpOptions, type RunningIdp, startIdp } from '../../src/idp/start.ts';
import { createLog, type Log } from '../../src/log/log.ts';
import { CLIENT_ADDRESS_HEADER, proveAddress } from '../../src/network/client-address-proof.ts';
import type { Engine } from '../db/engines.ts';

export const serviceClient = { id: 'seller-service', secret: 'the service knows this' };

export type TestIdp = RunningIdp & { db: Db; logged: () => string };

export async function freshDb(engine: Engine): Promise<Db> {
  return (await engine.migrated(idpMigrations)).open();
}

/** A log, and what was written to it. */
export function collectedLog(): { log: Log; text: () => string } {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: createLog('trace', destination), text: () => lines.join('') };
}

/** A real provider on a free port. `logged` returns its log. */
export async function startTestIdp(db: Db, options: Partial<IdpOptions> = {}): Promise<TestIdp> {
  const { log, text } = collectedLog();
  const idp = await startIdp({ db, host: '127.0.0.1', port: 0, serviceClient, demo: true, log, ...options });
  return { ...idp, db, logged: text };
}

/** Posts a form and asks for JSON, as the seller service does. */
export function postForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

export function basic(id: string, secret: string): { authorization: string } {
  const credentials = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** The headers with which the service forwards a request of a caller at this address. */
export function forwardedFor(address: string): Record<string, string> {
  return { 'x-forwarded-for': address, [CLIENT_ADDRESS_HEADER]: proveAddress(serviceClient.secret, address) };
}

export async function introspect(
  idp: RunningIdp,
  token: string,
  { id, secret }: { id: string; secret: string } = serviceClient,
): Promise<Record<string, unknown>> {
  const response = await postForm(`${idp.issuer}/token/introspection`, { token }, basic(id, secret));
  return (await response.json()) as Record<string, unknown>;
}

export async function register(idp: RunningIdp, metadata: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${idp.issuer}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(metadata),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
