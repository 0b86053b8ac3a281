import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Db } from '../db/db.ts';
import { factOf, keepFact } from '../db/service-fact.ts';

/**
 * The operator's key. Signing secrets, confirmation codes and report tokens are derived from it, so none is stored. The
 * settings of destinations are encrypted with it, because half of them are secrets (decision 26).
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

  /** Proves that a message arrived: `proof` is unguessable, `code` is short and safe for a few tries only. */
  confirmation(destinationId: string, deliveryId: string, address: string): { proof: string; code: string } {
    const bytes = createHmac('sha256', this.#confirming).update(`${destinationId}\n${deliveryId}\n${address}`).digest();
    const code = String(bytes.readUInt32BE(16) % 1_000_000).padStart(6, '0');
    return { proof: bytes.subarray(0, 16).toString('base64url'), code };
  }

  /** A pseudonym for an address, where the address itself must not be stored. */
  pseudonymOf(address: string): string {
    return createHmac('sha256', this.#confirming).update(`mark\n${address.toLowerCase()}`).digest('base64url');
  }

  /** Makes the URL for reports on a delivery unguessable: 128 bits, as base64url. */
  reportToken(text: string): string {
    return createHmac('sha256', this.#reporting).update(text).digest().subarray(0, 16).toString('base64url');
  }

  /** Encrypts a text for one context, such as the id of its row: `open` throws when the context is another. */
  seal(text: string, context: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, iv).setAAD(Buffer.from(context));
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16));
    return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
  }
}

const derive = (key: string, use: string) => Buffer.from(hkdfSync('sha256', key, '', use, 32));

/**
 * The key that the operator set, or the one that was generated at the first start and stored. Throws an error for the
 * operator when the store was created with another key: nothing could be decrypted, and every receiver would reject the
 * signatures.
 */
export async function operatorKeyOf(db: Db, configured: string | undefined): Promise<OperatorKey> {
  const key = configured ?? (await storedKey(db));
  await keepFact(db, 'operator key check', checkOf(key));
  if ((await factOf(db, 'operator key check')) !== checkOf(key)) {
    throw new Error(
      'OPERATOR_KEY is not the key that this store was created with: its secrets cannot be decrypted. Set the first key again.',
    );
  }
  return new OperatorKey(key);
}

async function storedKey(db: Db): Promise<string> {
  const isInitialized = (await factOf(db, 'operator key check')) !== undefined;
  const stored = await factOf(db, 'operator key');
  if (stored !== undefined) return stored;
  if (isInitialized) throw new Error('OPERATOR_KEY must be set: this store was created with one.');
  await keepFact(db, 'operator key', randomBytes(32).toString('base64url'));
  return (await factOf(db, 'operator key')) ?? storedKey(db);
}

const checkOf = (key: string) => derive(key, 'check v1').toString('base64');
