import { Turns } from '../../../async/turns.ts';

const turns = new Turns(setImmediate);

/** To be awaited before each batch of a request that takes longer than some milliseconds. */
export const nextTurn = (): Promise<void> => turns.next();
