import type { OperatorPerson } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { PageState } from '../../components/page-state.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { client } from '../api.ts';
import { Paged } from '../parts/pages.ts';
import { RIGHTS } from './rights.ts';

/** The operator's own people: what each may do. */
export function OperatorsCard(): VNode {
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const answer = await client.listOperators({ query: { ...(nextToken && { nextToken }) }, signal });
    return { rows: answer.operators, nextToken: answer.nextToken };
  };
  const empty = html`<${PageState} state="empty" title="Nobody has an account of the operator" hint="npm run client -- create-operator makes the first one." />`;
  const content = (rows: readonly OperatorPerson[]) =>
    html`<ul class="plain people">${rows.map((person) => html`<${Person} key=${person.accountId} person=${person} />`)}</ul>`;
  return html`<section class="card">
    <h2>People of the operator</h2>
    <${Paged} ask=${ask} inputs=${[]} content=${content} empty=${empty} />
  </section>`;
}

function Person({ person }: { person: OperatorPerson }): VNode {
  const { accountId, email, rights, status, lastSignInTime } = person;
  const words = RIGHTS.filter(({ right }) => rights.includes(right));
  return html`<li class="person">
    <p><strong title=${accountId}>${email}</strong> ${status !== 'ENABLED' && html`<${Badge} tone="bad">disabled<//>`} <span class="small soft">last signed in ${lastSignInTime === undefined ? 'never' : html`<${Time} at=${lastSignInTime} />`}</span></p>
    <ul class="rights">${words.map(({ right, words: text }) => html`<li key=${right}><code>${right}</code> <span class="small soft">${text}</span></li>`)}</ul>
  </li>`;
}
