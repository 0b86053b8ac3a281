/** What a person has typed, while the tab is elsewhere for a sign-in. It may have a cost: it is never in an address. */
export type KeptEntries = {
  /** The page that they belong to. */
  readonly about: string;
  /** Whose they are, as the session says. Undefined: nobody can tell, so nobody gets them back. */
  readonly holder: string | undefined;
  readonly keptMs: number;
  readonly entries: unknown;
};

/** A sign-in with a second factor may take minutes. */
const MAX_AGE_MS = 900_000;

/** The entries in a kept text. Undefined for another page or another seller, and after a long time. */
export function entriesFor(now: Omit<KeptEntries, 'entries'>, text: string): unknown {
  try {
    const { about, holder, keptMs, entries } = JSON.parse(text) as KeptEntries;
    const isSame = about === now.about && holder !== undefined && holder === now.holder;
    return isSame && now.keptMs - keptMs < MAX_AGE_MS ? entries : undefined;
  } catch {
    return undefined;
  }
}
