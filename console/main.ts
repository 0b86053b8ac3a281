import { render } from 'preact';
import { forgetCalls } from './calls.ts';
import { SignInPage } from './components/sign-in.ts';
import { session, sessionView } from './current-session.ts';
import { html } from './html.ts';
import { startLive } from './live.ts';
import { startMarketplace } from './marketplace.ts';
import { startRouter } from './router.ts';
import { Shell } from './shell/shell.ts';

/** Nothing is shown before it is known who looks: a reload must not flash the sign-in page. */
function App() {
  const { state } = sessionView.value;
  if (state === 'starting') return null;
  return state === 'signed-out' ? html`<${SignInPage} />` : html`<${Shell} />`;
}

startRouter();
startMarketplace();
startLive();
session.onChange(({ state }) => {
  if (state === 'signed-out') forgetCalls();
});
const root = document.getElementById('app');
if (root) render(html`<${App} />`, root);
await session.start();
