import { priceChangesMode } from '../price-changes-mode.ts';
import { settings } from '../settings.ts';
import { signedInPerson } from '../signed-in-person.ts';
import { whyNoChanges } from './may-change.ts';

/** Why the person at the console cannot change prices; undefined: they can. */
export const useWhyNoChanges = (): string | undefined =>
  whyNoChanges({ mode: priceChangesMode.value, scope: settings.scope, role: signedInPerson.value?.role });
