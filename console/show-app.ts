import type { ComponentChild } from 'preact';
import { render } from 'preact';
import { session } from './current-session.ts';
import type { FoundPage } from './page.ts';
import { place } from './router.ts';
import type { SessionView } from './session/session-state.ts';

/**
 * Shows the console once it is known who looks: until then the page shows its frame, because a reload must not flash the sign-in page. Both
 * steps are one to the reader. `started`: when the sign-in has begun.
 */
export function showWhenKnown(
  app: () => ComponentChild,
  pageAt: (path: string) => FoundPage | undefined,
  started: Promise<unknown>,
): void {
  const root = document.getElementById('app');
  let isShown = false;
  const showApp = ({ state }: SessionView): void => {
    if (state === 'starting' || !root || isShown) return;
    isShown = true;
    root.replaceChildren();
    render(app(), root);
  };
  // The file of the page is loaded while the reader is signed in. The code that shows the page reports a failure.
  pageAt(place.peek().path)
    ?.entry.load()
    .catch(() => {});
  session.onChange(showApp);
  // Perhaps it was known before this file was there.
  void started.then(() => showApp(session.view));
}
