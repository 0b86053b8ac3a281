import { SignInPage } from '../components/sign-in.ts';
import { html } from '../html.ts';
import { startRouter } from '../router.ts';
import { sessionView } from '../session-view.ts';
import { showWhenKnown } from '../show-app.ts';
import { pageAt } from './page-table.ts';
import { Shell } from './shell/shell.ts';
import { started } from './start.ts';

const LEAD =
  'For the people who run the marketplace: the market and its offers, sellers and their deliveries, and who changed what.';

function App() {
  const { state } = sessionView.value;
  if (state === 'starting') return null;
  return state === 'signed-out' ? html`<${SignInPage} title="Operator console" lead=${LEAD} />` : html`<${Shell} />`;
}

startRouter();

showWhenKnown(() => html`<${App} />`, pageAt, started);
