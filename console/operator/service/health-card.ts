import type { VNode } from 'preact';
import { apiUrl } from '../../api-url.ts';
import { Badge } from '../../components/badge.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';

/** What the service says about itself to everybody, also while it cannot answer. */
type Health = { readonly status: string; readonly parts?: Readonly<Record<string, string>> };

const guide = (name: string) => `${apiUrl}/guides/${name}`;

/** Whether every part works, and where to read what to do. */
export function HealthCard(): VNode {
  const health = useLoad(
    async (signal) => (await (await fetch(`${apiUrl}/health/ready`, { signal })).json()) as Health,
    [],
  );
  return html`<section class="card">
    <h2>Health</h2>
    ${shown(
      health,
      ({ status, parts = {} }) => html`<div>
        <p><${Badge} tone=${status === 'ready' ? 'good' : 'bad'}>${status}<//> <span class="small soft">as the process sees it that answers</span></p>
        <dl class="figures">${Object.entries(parts).map(([name, state]) => html`<div key=${name}><dt>${name}</dt><dd class="part-state">${state}</dd></div>`)}</dl>
      </div>`,
      2,
    )}
    <p class="small">What to do: <a href=${guide('runbook')}>runbook</a>, <a href=${guide('doctor')}>doctor</a>, <a href=${guide('monitoring')}>monitoring</a>, <a href=${guide('backup')}>backup</a>, <a href=${guide('upgrading')}>upgrading</a>.</p>
  </section>`;
}
