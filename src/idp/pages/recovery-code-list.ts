import { type Html, html } from '../../pages/html.ts';

/** New recovery codes. They are shown once. */
export function recoveryCodeList(codes: readonly string[]): Html {
  return html`<p>Each of these codes signs you in once, in place of the app or the passkey. Print them, or store them where you find them without your phone. They are shown only now.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>`;
}
