import type { Db } from '../../../src/db/db.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import {
  addApp,
  addPasskey,
  newRecoveryCodes,
  removeAPasskey,
  removeApp,
} from '../../../src/idp/factors/factor-changes.ts';
import { approveFactorHelp, askForFactorHelp, stopFactorHelp } from '../../../src/idp/factors/factor-help.ts';
import { stopHelpByLink } from '../../../src/idp/factors/factor-help-link.ts';
import { waitingHelp } from '../../../src/idp/factors/factor-help-table.ts';
import { passHelpDays } from '../../../src/idp/factors/factor-help-watch.ts';
import {
  beginHalfSignIn,
  findHalfSignIn,
  finishHalfSignIn,
  markPassed,
} from '../../../src/idp/factors/half-sign-in.ts';
import { useChallenge } from '../../../src/idp/factors/passkey-challenge.ts';
import { passkeyById, recordPasskeyUse } from '../../../src/idp/factors/passkeys.ts';
import { useRecoveryCode } from '../../../src/idp/factors/recovery-codes.ts';
import { secondStepOf } from '../../../src/idp/factors/second-step-rule.ts';
import { useTotp } from '../../../src/idp/factors/totp.ts';
import { createLog } from '../../../src/log/log.ts';
import { codeAt, ownerOf, SECRET } from './person.ts';

const now = 1_800_000_000_000;

/** Runs every statement of `src/idp/factors`, for the guard of query plans. */
export async function useFactors(db: Db, accountId: string): Promise<void> {
  const owner = ownerOf(db, accountId, now);
  const half = await findHalfSignIn(db, await beginHalfSignIn(db, accountId, '/x', now), '/x', now);
  if (half === undefined) throw new Error('There is no half sign-in.');
  await addApp(owner, { secret: SECRET, sealed: '' }, codeAt(now), (tx) => markPassed(tx, half));
  await finishHalfSignIn(db, half.id);
  const passkey = { id: 'p', name: 'Phone', publicKey: 'AA', signCount: 0, transports: [] };
  await addPasskey(owner, passkey);
  await passkeyById(db, 'p');
  await recordPasskeyUse(db, 'p', 0, now);
  await useTotp(db, owner.key, { accountId, code: codeAt(now + 30_000), now });
  await useRecoveryCode(db, accountId, 'x', now);
  await useChallenge(db, 'x', now);
  await newRecoveryCodes(owner);
  await secondStepOf(db, { id: accountId, demo: false }, 'optional');
  await useHelp(db, accountId);
  await addPasskey(owner, passkey);
  await removeAPasskey(owner, 'p');
  await removeApp(owner);
}

async function useHelp(db: Db, accountId: string): Promise<void> {
  const step = (atMs: number) => ({ accountId, now: atMs, from: '::1' });
  const by = (id: string) => ({ ...step(now), who: { type: 'operator' as const, id } });
  await db.transaction((tx) => askForFactorHelp(tx, step(now)));
  await db.transaction((tx) => stopFactorHelp(tx, step(now)));
  await db.transaction((tx) => askForFactorHelp(tx, step(now)));
  if ((await waitingHelp(db, '', 5)).length !== 1) throw new Error('Nobody waits for help.');
  await passHelpDays({ db, log: createLog('silent'), now: () => now + DAY_MS, wakeMail: () => undefined });
  await stopHelpByLink(db, 'x', step(now));
  await db.transaction((tx) => approveFactorHelp(tx, by('one')));
  await db.transaction((tx) => approveFactorHelp(tx, by('two')));
}
