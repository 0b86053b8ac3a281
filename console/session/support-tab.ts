import { storedName } from './stored-name.ts';

/*
 * A tab in which a person of the operator sees the console as a seller (decision 55). The operator console opens it and hands the token of
 * the support session over by a message of the same origin: it is in no address, no storage and no other tab.
 */

/** What the operator console hands over. */
export type HandedSupport = {
  readonly token: string;
  readonly sellerId: string;
  readonly reason: string;
  /** When the session ends by itself. */
  readonly until: string;
};

/** `ready`: the tab waits for the session; `leave`: the person has ended it there. */
export type SupportMessage =
  | { readonly support: 'ready' | 'leave' }
  | { readonly support: 'session'; readonly session: HandedSupport };

export const SUPPORT_FRAGMENT = '#support';

/** No secret: that this tab never signs in as a seller by itself. */
const MARK = storedName('support');
const ASK_AGAIN_MS = 250;
const WAIT_MS = 20_000;

export function isSupportTab(): boolean {
  if (location.hash === SUPPORT_FRAGMENT) {
    sessionStorage.setItem(MARK, 'true');
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  }
  return sessionStorage.getItem(MARK) !== null;
}

/** The tab is an ordinary one again. */
export const dropSupportTab = (): void => sessionStorage.removeItem(MARK);

/** Asks the page that opened this one. Undefined when there is none, or it has no session for this tab. */
export function receiveSupport(): Promise<HandedSupport | undefined> {
  const from = opener as Window | null;
  if (from === null || parent !== window) return Promise.resolve(undefined);
  const end = new AbortController();
  return new Promise<HandedSupport | undefined>((resolve) => {
    const receive = ({ source, origin, data }: MessageEvent<SupportMessage | undefined>) => {
      if (source === from && origin === location.origin && data?.support === 'session') resolve(data.session);
    };
    addEventListener('message', receive, { signal: end.signal });
    // The other page may not have the session yet.
    const ask = () => from.postMessage({ support: 'ready' } satisfies SupportMessage, location.origin);
    const asking = setInterval(ask, ASK_AGAIN_MS);
    const giveUp = setTimeout(() => resolve(undefined), WAIT_MS);
    end.signal.addEventListener('abort', () => {
      clearInterval(asking);
      clearTimeout(giveUp);
    });
    ask();
  }).finally(() => end.abort());
}

/** Tells the page that opened this one that the person is done. */
export function leaveSupport(): void {
  (opener as Window | null)?.postMessage({ support: 'leave' } satisfies SupportMessage, location.origin);
}
