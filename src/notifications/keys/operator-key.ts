import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

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

  /** Proves that a link to stop messages comes from a message to this address: 128 bits, as base64url. */
  stopProof(destinationId: string, address: string): string {
    const mac = createHmac('sha256', this.#confirming).update(`stop\n${destinationId}\n${address}`);
    return mac.digest().subarray(0, 16).toString('base64url');
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

/** Recognizes the key of a store, without telling it. */
export const checkOf = (key: string): string => derive(key, 'check v1').toString('base64');

/** In constant time. */
export function isSame(expected: string, received: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(received)];
  return a.length === b.length && timingSafeEqual(a, b);
}
