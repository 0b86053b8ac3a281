import type { DoctorFinding, OperatedService } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { apiUrl } from '../../api-url.ts';
import { Badge } from '../../components/badge.ts';
import { Time } from '../../components/time.ts';
import type { Tone } from '../../components/tone.ts';
import { html } from '../../html.ts';

const tones: Readonly<Record<string, Tone>> = { problem: 'bad', ok: 'good' };

/** What is wrong, and what to do about it; what is right, on demand. */
export function DoctorCard({ doctor }: Pick<OperatedService, 'doctor'>): VNode {
  if (doctor === undefined)
    return html`<section class="card"><h2>Examination</h2><p class="soft">The service examines itself now. What it finds is here in some seconds.</p></section>`;
  const { findings, problems, examinedTime } = doctor;
  const wrong = findings.filter(({ kind }) => kind === 'problem');
  const others = findings.filter(({ kind }) => kind !== 'problem');
  return html`<section class="card">
    <div class="entry-head"><h2>Examination</h2>${problems === 0 ? html`<${Badge} tone="good">no problems<//>` : html`<${Badge} tone="bad">${problems} ${problems === 1 ? 'problem' : 'problems'}<//>`}
      <span class="small soft entry-time"><a href=${`${apiUrl}/guides/doctor`}>npm run doctor</a>, <${Time} at=${examinedTime} /></span></div>
    ${wrong.length > 0 && html`<ul class="plain" aria-label="Problems">${wrong.map((one) => html`<${Finding} key=${one.section + one.text} finding=${one} />`)}</ul>`}
    ${others.length > 0 && html`<details><summary>Everything else that it looked at (${others.length})</summary><ul class="plain findings">${others.map((one) => html`<${Finding} key=${one.section + one.text} finding=${one} />`)}</ul></details>`}
  </section>`;
}

const Finding = ({ finding: { section, kind, text, remedy } }: { finding: DoctorFinding }): VNode =>
  html`<li class="finding"><${Badge} tone=${tones[kind] ?? 'neutral'}>${section}<//> ${text}${remedy && html`<br /><strong>To do:</strong> ${remedy}`}</li>`;
