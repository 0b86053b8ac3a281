import { session } from '../../current-session.ts';
import { entriesFor, type KeptEntries } from './kept-entries.ts';

/** In sessionStorage, which belongs to this tab. The entry works once. */
const KEY = 'console.typed-limits';

/** The person signs in again (RFC 9470), and comes back to this page, which calls `takeEntries`. */
export function signInKeeping(about: string, entries: unknown): void {
  const kept: KeptEntries = { about, holder: session.view.holder, keptMs: Date.now(), entries };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
  void session.signInAgain();
}

/** What this seller had typed on this page before the sign-in. */
export function takeEntries<Entries>(about: string): Entries | undefined {
  const text = sessionStorage.getItem(KEY) ?? '';
  sessionStorage.removeItem(KEY);
  const now = { about, holder: session.view.holder, keptMs: Date.now() };
  return entriesFor(now, text) as Entries | undefined;
}
