import type { Brand } from '../../domain/brand.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { AttemptThrottle } from '../attempt-throttle.ts';
import type { SecondFactorSetting } from './factors.ts';
import { type RelyingParty, relyingPartyOf } from './passkey-ceremony.ts';
import { type CodeCheck, type CodeCheckOptions, codeCheckWith } from './second-step-check.ts';

/** What the pages use of factors. */
export type FactorTools = {
  readonly setting: SecondFactorSetting;
  /** Undefined where there are no passkeys: see `relyingPartyOf`. */
  readonly site: RelyingParty | undefined;
  readonly key: string;
  readonly checkCode: CodeCheck;
  /** Counts a request for help with lost factors. False after too many: each one sends e-mails. */
  readonly mayAskForHelp: (accountId: string) => Promise<boolean>;
};

type Options = CodeCheckOptions & {
  readonly secondFactor: SecondFactorSetting;
  readonly issuer: string;
  readonly brand: Brand;
};

const HELP = { freeAttempts: 3, firstPauseMs: DAY_MS, maxPauseMs: DAY_MS, resetAfterMs: DAY_MS };

export function factorToolsOf(options: Options): FactorTools {
  const { secondFactor: setting, issuer, brand, key } = options;
  const helped = new AttemptThrottle('factor help', HELP, options);
  return {
    ...{ setting, key, site: relyingPartyOf(issuer, brand.name), checkCode: codeCheckWith(options) },
    mayAskForHelp: async (accountId) => (await helped.take(accountId)) === 0,
  };
}
