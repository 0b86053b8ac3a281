import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Db } from '../db/db.ts';
import { factOf, keepFact } from '../db/service-fact.ts';

/**
 * What the operator's key is good for: signing secrets are derived from it, so that none is kept, and the settings of
 * destinations are encrypted with it, because half of them are secrets (decision 26).
 */
export class OperatorKey {
  readonly #signing: Buffer;
  readonly #sealing: Buffer;
  readonly #reporting: Buffer;
  readonly #confirming: Buffer;

  constructor(key: string) {
    this.#signing = derive(key, 'webhook signing v1');
    this.#sealing = derive(key, 'sealing v1');
    this.#reporting = derive(key, 'delivery report v1');
    this.#confirming = derive(key, 'confirming v1');
  }

  /** The signing secret of a destination, as Standard Webhooks writes it. */
  webhookSecret(destinationId: string, version: number): string {
    const mac = createHmac('sha256', this.#signing).update(`${destinationId}\n${version}`);
    return `whsec_${mac.digest('base64')}`;
  }

  /** A proof that only somebody who was sent it can have: unguessable, and a short one that is safe for a few tries. */
  confirmation(destinationId: string, deliveryId: string, address: string): { proof: string; code: string } {
    const bytes = createHmac('sha256', this.#confirming).update(`${destinationId}\n${deliveryId}\n${address}`).digest();
    const code = String(bytes.readUInt32BE(16) % 1_000_000).padStart(6, '0');
    return { proof: bytes.subarray(0, 16).toString('base64url'), code };
  }

  /** Stands for an address where the address itself should not be kept. */
  markOf(address: string): string {
    return createHmac('sha256', this.#confirming).update(`mark\n${address.toLowerCase()}`).digest('base64url');
  }

  /** What makes the address for reports on a delivery unguessable: 128 bits, as base64url. */
  reportToken(text: string): string {
    return createHmac('sha256', this.#reporting).update(text).digest().subarray(0, 16).toString('base64url');
  }

  /** Encrypts a text for one place: moved to another it does not open. */
  seal(text: string, place: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, iv).setAAD(Buffer.from(place));
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  open(sealed: string, place: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-16));
    return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
  }
}

const derive = (key: string, use: string) => Buffer.from(hkdfSync('sha256', key, '', use, 32));

/**
 * The key that the operator set, or the one that was made at the first start and is kept in the store. Throws an error for
 * the operator when it is not the one that the store was made with: nothing would open, and every receiver would refuse
 * the signatures.
 */
export async function operatorKeyOf(db: Db, given: string | undefined): Promise<OperatorKey> {
  const key = given ?? (await keptKey(db));
  await keepFact(db, 'operator key check', checkOf(key));
  if ((await factOf(db, 'operator key check')) !== checkOf(key)) {
    throw new Error('OPERATOR_KEY is not the key that this store was made with: its secrets cannot be read.');
  }
  return new OperatorKey(key);
}

async function keptKey(db: Db): Promise<string> {
  const isMadeWithAnother = (await factOf(db, 'operator key check')) !== undefined;
  const kept = await factOf(db, 'operator key');
  if (kept !== undefined) return kept;
  if (isMadeWithAnother) throw new Error('OPERATOR_KEY must be set: this store was made with one.');
  await keepFact(db, 'operator key', randomBytes(32).toString('base64url'));
  return (await factOf(db, 'operator key')) ?? keptKey(db);
}

const checkOf = (key: string) => derive(key, 'check v1').toString('base64');
