import { type Html, html } from '../../../pages/html.ts';
import type { Possession } from '../../member-possessions.ts';
import { dateElement } from '../time-elements.ts';

/*
 * The list of what a member leaves behind, when it is removed or gets a lower role. The owner takes each over, or it ends.
 */

type Kind = 'grant' | 'secret';

/** The ids whose choice is to take it over. */
export const takenIn = (form: URLSearchParams, kind: Kind) =>
  new Set([...form].filter(([name, value]) => name.startsWith(`${kind}.`) && value === 'take').map(idIn));

const idIn = ([name]: [string, string]) => name.slice(name.indexOf('.') + 1);

/** `isSelf`: nobody can take it over. */
type ListView = { title: string; kind: Kind; end: string; isSelf: boolean };

export const ENDING_SECRETS = {
  ...({ title: 'Secrets of own applications', kind: 'secret' } as const),
  end: 'End after 24 hours',
};

/** Undefined when there are none. */
export function possessions(view: ListView, items: readonly Possession[]): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<h2 class="part">${view.title}</h2>
<ul class="people">${items.map((item) => possessionItem(view, item))}</ul>`;
}

function possessionItem({ kind, end, isSelf }: ListView, { id, clientId, name, createdAt }: Possession): Html {
  const choice = (value: string, text: string) =>
    html`<label><input type="radio" name="${kind}.${id}" value="${value}"${value === 'end' && html` checked`}> ${text}</label>`;
  const facts = html`<strong>${name ?? clientId}</strong> <span class="small soft">${kind === 'grant' ? 'connected' : 'created'} ${dateElement(createdAt)}</span>`;
  return isSelf
    ? html`<li class="person"><p class="tight">${facts}</p><p class="tight small">${end}</p></li>`
    : html`<li class="person"><fieldset class="either"><legend>${facts}</legend>${choice('take', 'Take over')}${choice('end', end)}</fieldset></li>`;
}
