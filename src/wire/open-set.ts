import { Type } from './type.ts';

/**
 * A text of an open set: these are the words of today, and clients must tolerate others. `x-extensible-enum` shows client
 * generators which words to offer, without a promise that there are no more.
 */
export const openSet = (
  words: readonly string[],
  options: string | { title?: string; description: string; examples?: string[] },
) =>
  Type.String({
    ...(typeof options === 'string' ? { description: options } : options),
    'x-extensible-enum': [...words],
  });

/** A text that is one of these words, and will be. */
export const closedSet = <W extends string>(
  words: readonly W[],
  options: string | { title?: string; description: string },
) => Type.Enum([...words], typeof options === 'string' ? { description: options } : options);
