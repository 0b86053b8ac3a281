import { DAY_MS } from './duration.ts';
/**
 * A clock that was set back is bridged: what was decided at a later time stays, until the clock has caught up. Not by more than
 * this: then the time before was the mistake, and would stay otherwise.
 */
export const MAX_BRIDGED_MS = DAY_MS;
