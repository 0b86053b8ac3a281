import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** What stands in the tables instead of an id that is as good as a password. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Hex only: a client id or secret then needs no escaping in a form, in Basic or in a shell. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** For secrets that were generated: 256 random bits cannot be guessed, so a fast hash is enough. */
export function hashGenerated(secret: string): string {
  return `sha256$${digest(secret)}`;
}

/** 32 MiB and some 60 ms for one guess. */
const cost = { N: 2 ** 15, r: 8, p: 1 };

/** For secrets that a person chose. Parameters and salt stand in the hash, so that the cost can be raised later. */
export async function hashChosen(secret: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await stretch(secret, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

export function isChosen(stored: string): boolean {
  return stored.startsWith('scrypt$');
}

/** Whether a secret is the one that was hashed; a hash of unknown form matches nothing. */
export async function isSecret(given: string, stored: string): Promise<boolean> {
  const parts = stored.split('$');
  if (parts[0] === 'sha256') return isSame(Buffer.from(digest(given)), Buffer.from(parts[1] ?? ''));
  if (parts[0] !== 'scrypt' || parts.length !== 6) return false;
  const [N, r, p] = parts.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(parts[5] ?? '', 'base64url');
  return isSame(await stretch(given, Buffer.from(parts[4] ?? '', 'base64url'), { N, r, p }), expected);
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function stretch(secret: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  // What looks the same must be the same: some keyboards write an accent as a letter of its own.
  const text = secret.normalize('NFC');
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(text, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
