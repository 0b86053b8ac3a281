import { clearCalls } from './calls.ts';
import { SignInPage } from './components/sign-in.ts';
import { session } from './current-session.ts';
import { html } from './html.ts';
import { startLive } from './live.ts';
import { startMarketplace } from './marketplace.ts';
import { pageAt } from './page-table.ts';
import { startRouter } from './router.ts';
import { sessionView } from './session-view.ts';
import { Shell } from './shell/shell.ts';
import { SupportEnded } from './shell/support-banner.ts';
import { showWhenKnown } from './show-app.ts';
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

showWhenKnown(() => html`<${App} />`, pageAt, started);
