import { argon2, randomBytes } from 'node:crypto';
import { inPasswordQueue } from './password-queue.ts';
import { decoyHash, isEqualInConstantTime, isSecret } from './secrets.ts';

/*
 * The hashes of passwords: argon2id. Those of earlier releases are scrypt. While any account has such a hash, every check computes one of
 * each kind, at the same time: otherwise the time of a wrong password would tell whether an account exists whose hash is of the other kind.
 */

/** The advice of OWASP for argon2id: 19 MiB, two passes, one lane. */
const ARGON = { memory: 19_456, passes: 2, parallelism: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** The hash of a password that a person chose. It contains parameters and salt, so that the cost can be raised later. */
export function hashPassword(password: string): Promise<string> {
  return inPasswordQueue(async () => {
    const salt = randomBytes(SALT_BYTES);
    return argonText(ARGON, salt, await argonKey(password, salt, ARGON));
  });
}

/** Whether the hash is of an earlier kind: it is replaced at the next sign-in. */
export const isOldHash = (hash: string): boolean => !hash.startsWith('argon2id$');

/** Hashes that no password matches. Their checks take as long as those of real ones. */
const argonDecoy = argonText(ARGON, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
const scryptDecoy = decoyHash();

/**
 * `hash` is undefined for an account that does not exist: it takes the same time. A hash of unknown form matches no password.
 * `hasOldHashes`: whether any account has a hash of an earlier kind.
 */
export function isPassword(password: string, hash: string | undefined, hasOldHashes: boolean): Promise<boolean> {
  return inPasswordQueue(async () => {
    const isArgon = hash?.startsWith('argon2id$') === true;
    const isScrypt = hash?.startsWith('scrypt$') === true;
    const [byArgon, byScrypt] = await Promise.all([
      matchesArgon(password, isArgon ? hash : argonDecoy),
      isScrypt || hasOldHashes ? isSecret(password, isScrypt ? hash : scryptDecoy) : false,
    ]);
    return isArgon ? byArgon : isScrypt && byScrypt;
  });
}

function argonText({ memory, passes, parallelism }: typeof ARGON, salt: Buffer, key: Buffer): string {
  const bytes = [salt, key].map((one) => one.toString('base64url'));
  return ['argon2id', memory, passes, parallelism, ...bytes].join('$');
}

async function matchesArgon(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', key = ''] = hash.split('$');
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await argonKey(password, Buffer.from(salt, 'base64url'), cost);
  return isEqualInConstantTime(found, Buffer.from(key, 'base64url'));
}

function argonKey(password: string, nonce: Buffer, cost: typeof ARGON): Promise<Buffer> {
  const parameters = { ...cost, message: comparable(password), nonce, tagLength: KEY_BYTES };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Some keyboards write an accent as a separate character: texts that look the same must match. */
const comparable = (password: string) => password.normalize('NFC');
