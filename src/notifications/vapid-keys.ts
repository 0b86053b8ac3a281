import { createECDH } from 'node:crypto';
import type { Db } from '../db/db.ts';
import { factOf, keepFact } from '../db/service-fact.ts';
import type { OperatorKey } from './operator-key.ts';

/** The pair that push services know this service by (RFC 8292), as base64url without padding. */
export type VapidKeys = { publicKey: string; privateKey: string };

const PLACE = 'vapid';
const CURVE = 'prime256v1';
const PRIVATE_BYTES = 32;

/**
 * Made at the first start, and the same ever after: every subscription of a browser is bound to the public key, and a new
 * one would end them all. Only the private key is kept, sealed: the public one follows from it, so that two processes that
 * start at once cannot end up with halves of two pairs.
 */
export async function vapidKeysOf(db: Db, key: OperatorKey): Promise<VapidKeys> {
  await keepFact(db, 'vapid private key', key.seal(newPrivateKey(), PLACE));
  const sealed = await factOf(db, 'vapid private key');
  if (sealed === undefined) throw new Error('The key for push services cannot be kept in the store.');
  const privateKey = key.open(sealed, PLACE);
  return { publicKey: publicKeyOf(privateKey), privateKey };
}

function newPrivateKey(): string {
  const curve = createECDH(CURVE);
  curve.generateKeys();
  // One of 256 begins with zeros, which are left out there and must not be here.
  const bytes = curve.getPrivateKey();
  return Buffer.concat([Buffer.alloc(PRIVATE_BYTES - bytes.length), bytes]).toString('base64url');
}

function publicKeyOf(privateKey: string): string {
  const curve = createECDH(CURVE);
  curve.setPrivateKey(privateKey, 'base64url');
  return curve.getPublicKey('base64url');
}
