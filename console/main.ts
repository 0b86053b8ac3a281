import { render } from 'preact';
import { clearCalls } from './calls.ts';
import { SignInPage } from './components/sign-in.ts';
import { session } from './current-session.ts';
import { html } from './html.ts';
import { startLive } from './live.ts';
import { startMarketplace } from './marketplace.ts';
import { pageAt } from './page-table.ts';
import { place, startRouter } from './router.ts';
import type { SessionView } from './session/session-state.ts';
import { sessionView } from './session-view.ts';
import { Shell } from './shell/shell.ts';
import { SupportEnded } from './shell/support-banner.ts';
import { started } from './start.ts';

const LEAD = 'See where your listings stand, the net of a price after fees, and whether your notifications arrive.';

function App() {
  const { state, isSupport } = sessionView.value;
  if (state === 'starting') return null;
  if (state === 'signed-out' && isSupport) return html`<${SupportEnded} />`;
  return state === 'signed-out' ? html`<${SignInPage} title="Seller console" lead=${LEAD} />` : html`<${Shell} />`;
}

startRouter();
startMarketplace();
startLive();
session.onChange(({ state }) => {
  if (state === 'signed-out') clearCalls();
});

// While it is not known who looks, the page shows its frame: a reload must not flash the sign-in page. Both steps are one to the reader.
const root = document.getElementById('app');
let isShown = false;
const showApp = ({ state }: SessionView): void => {
  if (state === 'starting' || !root || isShown) return;
  isShown = true;
  root.replaceChildren();
  render(html`<${App} />`, root);
};
// The file of the page is loaded while the seller is signed in. The code that shows the page reports a failure.
pageAt(place.peek().path)
  ?.entry.load()
  .catch(() => {});
session.onChange(showApp);
// Perhaps it was known before this file was there.
void started.then(() => showApp(session.view));
