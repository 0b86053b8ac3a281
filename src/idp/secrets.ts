import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** The tables store this digest instead of an id that works like a password. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Hexadecimal, so that a client id or secret needs no escaping in a form, in HTTP Basic or in a shell. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** For generated secrets: 256 random bits cannot be guessed, so a fast hash is enough. */
export function hashGenerated(secret: string): string {
  return `sha256$${digest(secret)}`;
}

/** The cost of passwords of earlier releases: 32 MiB and about 60 ms for one guess. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;

/** A hash that no secret matches. Its check takes as long as that of a real one. */
export function decoyHash(): string {
  return written(randomBytes(16), randomBytes(KEY_BYTES));
}

function written(salt: Buffer, key: Buffer): string {
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether the hash is that of the secret. A hash of unknown form matches no secret. */
export async function isSecret(secret: string, hash: string): Promise<boolean> {
  const parts = hash.split('$');
  if (parts[0] === 'sha256') return isEqualInConstantTime(Buffer.from(digest(secret)), Buffer.from(parts[1] ?? ''));
  if (parts[0] !== 'scrypt' || parts.length !== 6) return false;
  const [N, r, p] = parts.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(parts[5] ?? '', 'base64url');
  return isEqualInConstantTime(await stretch(secret, Buffer.from(parts[4] ?? '', 'base64url'), { N, r, p }), expected);
}

export function isEqualInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function stretch(secret: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  // Some keyboards write an accent as a separate character: texts that look the same must match.
  const text = secret.normalize('NFC');
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
