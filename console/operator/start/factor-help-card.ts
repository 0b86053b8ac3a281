import type { VNode } from 'preact';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { hrefOf } from '../../router.ts';
import { client } from '../api.ts';

/** People who lost every factor and wait for help. */
export function FactorHelpCard(): VNode {
  const help = useLoad((signal) => client.listFactorHelp({ query: { limit: 5 }, signal }), []);
  return html`<section class="card">
    <div class="card-head"><h2>Waiting for help with a lost factor</h2><a class="small" href=${hrefOf('/people')}>People</a></div>
    ${shown(
      help,
      ({ factorHelp }) =>
        factorHelp.length === 0
          ? html`<p class="soft">Nobody waits.</p>`
          : html`<ul class="plain">${factorHelp.map(
              ({ accountId, email, askedTime }) =>
                html`<li key=${accountId}>${email} <span class="small soft">since <${Time} at=${askedTime} /></span></li>`,
            )}</ul>`,
      2,
    )}
  </section>`;
}
