import type { BegunSupportSession } from 'marketplace-seller-sdk/operator';
import { SUPPORT_FRAGMENT, type SupportMessage } from '../../session/support-tab.ts';
import { settings } from '../../settings.ts';
import { client } from '../api.ts';

/*
 * Opens the seller console in a tab of its own and hands the token of a support session over to it, and to nobody else: by a message to
 * that very window, at this origin. The tab asks, and asks again after a reload, while this page is open.
 */

type Opened = { session: BegunSupportSession | undefined; readonly onEnded: () => void };

const tabs = new Map<MessageEventSource, Opened>();

addEventListener('message', ({ source, origin, data }: MessageEvent<SupportMessage | undefined>) => {
  const opened = source === null || origin !== location.origin ? undefined : tabs.get(source);
  if (opened?.session === undefined || source === null) return;
  if (data?.support === 'leave') void endFor(source, opened);
  if (data?.support === 'ready') hand(source as Window, opened.session);
});

function hand(tab: Window, { accessToken, sellerId, reason, untilTime }: BegunSupportSession): void {
  const session = { token: accessToken, sellerId, reason, until: untilTime };
  tab.postMessage({ support: 'session', session } satisfies SupportMessage, location.origin);
}

async function endFor(source: MessageEventSource, { session, onEnded }: Opened): Promise<void> {
  tabs.delete(source);
  const supportSessionId = session?.supportSessionId ?? '';
  // One that cannot be ended now ends by itself, and the list shows it.
  await client.endSupportSession({ path: { supportSessionId } }).catch(() => undefined);
  onEnded();
}

const sellerConsole = `${settings.path.slice(0, settings.path.lastIndexOf('/'))}/console`;

/**
 * Call it while the click is handled, or the browser blocks the tab. False when it did. The tab waits for the session that `begin` gives,
 * and closes when there is none.
 */
export function openSupport(begin: () => Promise<BegunSupportSession>, onEnded: () => void): Promise<void> | false {
  const tab = open(`${sellerConsole}${SUPPORT_FRAGMENT}`, '_blank');
  if (tab === null) return false;
  const opened: Opened = { session: undefined, onEnded };
  tabs.set(tab, opened);
  return begin().then(
    (session) => {
      opened.session = session;
    },
    (error: unknown) => {
      tabs.delete(tab);
      tab.close();
      throw error;
    },
  );
}
