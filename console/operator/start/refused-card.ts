import type { VNode } from 'preact';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { hrefOf } from '../../router.ts';
import { client } from '../api.ts';
import { useApplicationNames } from '../usage/applications.ts';
import { callerName, reasonText } from '../usage/words.ts';

const SHOWN = 3;

/** Whose requests were refused most today, and why. */
export function RefusedCard(): VNode {
  const usage = useLoad((signal) => client.getUsage({ query: { limit: 100 }, signal }), []);
  const nameOf = useApplicationNames();
  return html`<section class="card">
    <div class="card-head"><h2>Refused today</h2><a class="small" href=${hrefOf('/usage')}>All usage</a></div>
    ${shown(
      usage,
      ({ usage: rows }) => {
        const refused = rows.filter((row) => row.refused > 0).toSorted((one, other) => other.refused - one.refused);
        if (refused.length === 0) return html`<p class="soft">No request was refused.</p>`;
        return html`<ul class="plain">${refused
          .slice(0, SHOWN)
          .map(
            (row) =>
              html`<li key=${`${row.clientId} ${row.caller}`}><strong>${(row.clientId !== undefined && nameOf(row.clientId)) || callerName(row)}</strong> <span class="soft">${numberText(row.refused)} of ${numberText(row.requests)}</span>${row.refusals?.[0] && html`<br /><span class="small soft">mostly ${reasonText(row.refusals[0])}</span>`}</li>`,
          )}</ul>`;
      },
      SHOWN,
    )}
  </section>`;
}
