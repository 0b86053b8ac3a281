import { Html, html } from '../../pages/html.ts';
import type { Account } from '../accounts.ts';
import { type TotpSetup, totpUri } from '../factors/totp.ts';
import type { Exchange } from './exchange.ts';
import { fieldProblem, invalidField } from './field-problem.ts';

/** The fields of a form that sets up an authenticator app: the QR code, the same as text, and the code that proves it. */
export async function appSetupFields(
  { brand }: Exchange,
  account: Account,
  { secret, sealed }: TotpSetup,
  problem?: string,
): Promise<Html> {
  const uri = await totpUri(brand.name, account.email, secret);
  return html`<input type="hidden" name="setup" value="${sealed}">
<ol><li>Scan this with an authenticator app on your phone.${await qrCode(uri)}
<details class="small"><summary>Enter it by hand instead</summary><p>Key: <code class="long">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code><br>Type: time-based (TOTP)</p>
<p><a href="${uri}">Open in an app on this device</a></p></details></li>
<li>Enter the six digits that the app shows.</li></ol>
<div class="field"><label for="code">Code from the app</label>
${fieldProblem(problem)}<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required${invalidField(problem)}></div>`;
}

/** An SVG in the page: nothing is loaded, and the secret is in no address. Loaded when somebody sets up an app. */
async function qrCode(text: string): Promise<Html> {
  const { default: encode } = await import('qr');
  const svg = encode(text, 'svg', { ecc: 'medium' });
  const label = 'QR code for the authenticator app. The same key is below as text.';
  return html`<div class="qr">${new Html(svg.replace('<svg ', `<svg role="img" aria-label="${label}" `))}</div>`;
}
