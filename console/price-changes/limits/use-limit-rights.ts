import { settings } from '../../settings.ts';
import { signedInPerson } from '../../signed-in-person.ts';
import { useWhyNoChanges } from '../use-why-no-changes.ts';
import { mayReadCosts, whyOnlyStricter } from './limit-rights.ts';
import { LIMITS, type LimitName } from './typed-limits.ts';

export type LimitRights = {
  /** Why nothing can be saved. */
  readonly whyNot: string | undefined;
  /** Why limits cannot be loosened. */
  readonly whyOnlyStricter: string | undefined;
  /** The fields that the reader sees. */
  readonly names: readonly LimitName[];
};

/** What the person at the console may do with limits. */
export function useLimitRights(): LimitRights {
  const whyNot = useWhyNoChanges();
  const reader = { scope: settings.scope, role: signedInPerson.value?.role };
  return {
    whyNot,
    whyOnlyStricter: whyNot === undefined ? whyOnlyStricter(reader) : undefined,
    names: LIMITS.filter((name) => name !== 'Cost' || mayReadCosts(reader)),
  };
}
