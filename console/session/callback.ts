import { passAnswerToOpener, passAnswerToParent } from './answers.ts';
import { returnPathWithin } from './return-path.ts';
import { storeAnswered, takePending } from './session-store.ts';
import { wayOf } from './way.ts';

/**
 * `passed-on`: the page goes by itself. `closing`: the window closes, unless the browser does not let a script do that: it may
 * have dropped the opener of the window while the provider's pages were in it. Otherwise the text says why not, to the seller.
 */
export type CallbackOutcome = 'passed-on' | 'closing' | { readonly refused: string };

const NOT_STARTED_HERE =
  'This sign-in was refused: it was not started in this window, or it was used already. Open the console and sign in there.';

/**
 * The end of an authorization: the page to which the provider sends the browser. It only passes the answer on to the page that
 * asked, which checks it and exchanges its code: the token must be in that page's memory and nowhere else.
 */
export async function handleCallback(consolePath: string): Promise<CallbackOutcome> {
  const answer = location.search;
  // The code leaves the address and the history at once, whatever happens next.
  history.replaceState(null, '', location.pathname);
  const state = new URLSearchParams(answer).get('state') ?? '';
  const isFramed = parent !== window;
  switch (wayOf(state)) {
    case 'frame':
      if (isFramed) passAnswerToParent(answer);
      return isFramed ? 'passed-on' : { refused: NOT_STARTED_HERE };
    case 'window':
      if (isFramed || !(await passAnswerToOpener(state, answer))) return { refused: NOT_STARTED_HERE };
      close();
      return 'closing';
    case 'page':
    case undefined:
      return isFramed ? { refused: NOT_STARTED_HERE } : returnWith(answer, state, consolePath);
  }
}

/** In the tab that has left the console for the provider. */
function returnWith(answer: string, state: string, consolePath: string): CallbackOutcome {
  const pending = takePending();
  if (pending === undefined || pending.state !== state) return { refused: NOT_STARTED_HERE };
  storeAnswered({ ...pending, answer });
  location.replace(returnPathWithin(consolePath, pending.returnPath, location.href));
  return 'passed-on';
}
