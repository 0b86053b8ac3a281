import type { Sql } from '../../db/db.ts';
import { checkCreation, checkRequest, credentialIn, type RelyingParty } from './passkey-ceremony.ts';
import { type ChallengeUse, isOwnChallenge, useChallenge } from './passkey-challenge.ts';
import { type Passkey, passkeyById, recordPasskeyUse } from './passkeys.ts';

type Ceremony = {
  readonly db: Sql;
  readonly site: RelyingParty;
  readonly use: ChallengeUse;
  readonly now: number;
};

/**
 * The passkey that a browser has answered with; undefined when the answer is wrong, was used, or is that of another account than
 * `accountId`. Without an account any passkey of ours counts.
 */
export async function usedPasskey(
  ceremony: Ceremony,
  answer: string,
  accountId?: string,
): Promise<Passkey | undefined> {
  const { db, site, now } = ceremony;
  const id = credentialIn(answer);
  const passkey = id === undefined ? undefined : await passkeyById(db, id);
  if (passkey === undefined || (accountId !== undefined && passkey.accountId !== accountId)) return undefined;
  const asked = askedBy(ceremony);
  const signCount = await checkRequest(site, passkey, answer, asked.isOurs);
  if (signCount === undefined || !(await asked.useUp())) return undefined;
  return (await recordPasskeyUse(db, passkey.id, signCount, now)) ? passkey : undefined;
}

/** What a browser has created; undefined when the answer is wrong, or was used. */
export async function createdPasskey(ceremony: Ceremony, answer: string) {
  const asked = askedBy(ceremony);
  const created = await checkCreation(ceremony.site, answer, asked.isOurs);
  return created !== undefined && (await asked.useUp()) ? created : undefined;
}

/** Keeps the challenge of an answer while its signature is checked: a wrong answer stores nothing. */
function askedBy({ db, use, now }: Ceremony) {
  let asked = '';
  return {
    isOurs: (challenge: string) => {
      asked = challenge;
      return isOwnChallenge(use, challenge, now);
    },
    useUp: () => useChallenge(db, asked, now),
  };
}
