import { Turns } from '../../../async/turns.ts';

const turns = new Turns(setImmediate);

/** To be awaited before each piece of a request that takes longer than some milliseconds. */
export const nextTurn = (): Promise<void> => turns.next();
