import { createECDH } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { factOf, keepFact } from '../../db/service-fact.ts';
import type { OperatorKey } from './operator-key.ts';

/** The key pair that identifies this service to push services (RFC 8292), as base64url without padding. */
export type VapidKeys = { publicKey: string; privateKey: string };

const SEAL_CONTEXT = 'vapid';
const CURVE = 'prime256v1';
const PRIVATE_BYTES = 32;

/**
 * Generated at the first start and never changed: every browser subscription is bound to the public key, and a new key
 * would end them all. Only the private key is stored, encrypted. The public key is computed from it, so two processes that
 * start at once cannot store halves of two pairs.
 */
export async function vapidKeysOf(db: Db, key: OperatorKey): Promise<VapidKeys> {
  await keepFact(db, 'vapid private key', key.seal(newPrivateKey(), SEAL_CONTEXT));
  const sealed = await factOf(db, 'vapid private key');
  if (sealed === undefined) throw new Error('The key for push services could not be stored.');
  const privateKey = key.open(sealed, SEAL_CONTEXT);
  return { publicKey: publicKeyOf(privateKey), privateKey };
}

function newPrivateKey(): string {
  const curve = createECDH(CURVE);
  curve.generateKeys();
  // One key in 256 begins with a zero byte, which Node drops and web-push needs.
  const bytes = curve.getPrivateKey();
  return Buffer.concat([Buffer.alloc(PRIVATE_BYTES - bytes.length), bytes]).toString('base64url');
}

function publicKeyOf(privateKey: string): string {
  const curve = createECDH(CURVE);
  curve.setPrivateKey(privateKey, 'base64url');
  return curve.getPublicKey('base64url');
}
