/** How the answer of an authorization comes back: `state` begins with it, so that the callback page knows without storing anything. */
export type Way = 'page' | 'frame' | 'window';

export function wayOf(state: string): Way | undefined {
  return (['page', 'frame', 'window'] as const).find((way) => state.startsWith(`${way}.`));
}
