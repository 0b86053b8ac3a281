import { placeAt } from './address.ts';
import { apiUrl } from './api-url.ts';
import { lostQuestion, shareQuestion, unhealthyQuestion } from './pages/overview/questions.ts';
import { settings } from './settings.ts';
import { likelyMarketplace } from './shown-marketplace.ts';

/*
 * Calls that every visit begins with. They are made as soon as there is a token, while the file that needs their answers is still on its
 * way. The SDK makes the same calls later, and finds them here.
 */

type Begun = { readonly token: string; readonly answer: Promise<Response>; readonly abort: AbortController };

/** An answer that was not used by then is dropped. */
const KEPT_MS = 30_000;

const begun = new Map<string, Begun>();
/** Whether an answer about the market was given that was asked for before events were followed. */
let isEarly = false;

const MARKET = '/products/pricing/v4';

/** What the shell asks for, and the overview: together as many as browsers have connections to a host. */
function pathsAt(href: string): readonly string[] {
  const shell = ['/sellers/v4/marketplaceParticipations', '/notifications/v4/events?after=0&limit=1'];
  const { path, marketplaceId = likelyMarketplace() } = placeAt(settings.path, href);
  if (path !== '') return shell;
  const overview = [...shell, '/notifications/v4/destinations'];
  if (marketplaceId === undefined) return overview;
  return [
    ...overview,
    `${MARKET}/buyBoxShare?${queryOf(shareQuestion(marketplaceId))}`,
    `${MARKET}/listings?${queryOf(lostQuestion(marketplaceId))}`,
    `${MARKET}/listings?${queryOf(unhealthyQuestion(marketplaceId))}`,
  ];
}

/** As the SDK writes it. */
const queryOf = (fields: object) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();

/** For the page at `href`. */
export function beginCalls(href: string, token: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  for (const path of pathsAt(href)) {
    const url = `${apiUrl}${path}`;
    const abort = new AbortController();
    const answer = fetch(url, { headers, redirect: 'manual', signal: abort.signal });
    // The caller that takes it handles a failure.
    answer.catch(() => {});
    begun.set(url, { token, answer, abort });
  }
  setTimeout(dropBegunCalls, KEPT_MS);
}

/** Calls whose answers were not used yet. */
export function dropBegunCalls(): void {
  for (const { abort } of begun.values()) abort.abort();
  begun.clear();
}

/** `fetch` for the SDK. An answer is given once, and only to a call with the token that it was asked for with. */
export const fetchOrBegun: typeof fetch = (input, init = {}) => {
  const found = init.method === 'GET' ? begun.get(String(input)) : undefined;
  if (!found || new Headers(init.headers).get('authorization') !== `Bearer ${found.token}`) return fetch(input, init);
  begun.delete(String(input));
  isEarly ||= String(input).includes(MARKET);
  init.signal?.addEventListener('abort', () => found.abort.abort(init.signal?.reason));
  return found.answer;
};

/** True once, if what a page shows may be older than the events that it follows: then it has to ask again. */
export function wasEarly(): boolean {
  const was = isEarly;
  isEarly = false;
  return was;
}
