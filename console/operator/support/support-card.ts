import { useSignal } from '@preact/signals';
import type { SupportSession } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { failureState } from '../../components/failure.ts';
import { TextField } from '../../components/field.ts';
import { PageState } from '../../components/page-state.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { client } from '../api.ts';
import { Actor } from '../parts/actor.ts';
import { openSupport } from './handing-over.ts';

/** The console as this seller, in a tab of its own, and the sessions that there were (decision 55). */
export function SupportCard({ sellerId }: { sellerId: string }): VNode {
  const sessions = useLoad(
    (signal) => client.listSupportSessions({ query: { sellerId, limit: 10 }, signal }),
    [sellerId],
  );
  const reason = useSignal('');
  const problem = useSignal<string | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const begin = (event: Event) => {
    event.preventDefault();
    failure.value = undefined;
    problem.value = reason.value.trim() === '' ? 'Say why: the owners of the seller read it.' : undefined;
    if (problem.value !== undefined) return;
    const body = { sellerId, reason: reason.value.trim() };
    const opening = openSupport(() => client.beginSupportSession({ body }), sessions.reload);
    if (opening === false) {
      problem.value = 'The browser has blocked the tab. Allow windows for this site, and try again.';
      return;
    }
    opening.then(
      () => {
        reason.value = '';
        sessions.reload();
      },
      (error: unknown) => {
        failure.value = error;
      },
    );
  };
  const end = (supportSessionId: string) =>
    client
      .endSupportSession({ path: { supportSessionId } })
      .catch((error: unknown) => {
        failure.value = error;
      })
      .then(sessions.reload);
  return html`<section class="card">
    <h2>Support</h2>
    <form onSubmit=${begin} novalidate>
      <${TextField} label="Reason" hint="The owners of the seller read it, and can end the session." maxlength="500" autocomplete="off" value=${reason.value} error=${problem.value} onInput=${(
        value: string,
      ) => {
        reason.value = value;
      }} />
      <button class="main">See the console as this seller</button>
    </form>
    <p class="small soft">In a new tab, for an hour at most: you read what the seller reads, without costs, and change nothing.</p>
    ${failure.value !== undefined && html`<${PageState} ...${failureState(failure.value)} />`}
    ${shown(
      sessions,
      ({ supportSessions }) =>
        supportSessions.length === 0
          ? html`<p class="soft">There was no session yet.</p>`
          : html`<ul class="plain people">${supportSessions.map((one) => html`<${SessionRow} key=${one.supportSessionId} one=${one} onEnd=${end} />`)}</ul>`,
      2,
    )}
  </section>`;
}

type RowProps = { one: SupportSession; onEnd: (id: string) => Promise<void> };

const ENDS: Readonly<Record<string, string>> = {
  OWNER: 'an owner of the seller',
  OPERATOR: 'the operator',
  SIGN_IN: 'the end of a sign-in',
};

function SessionRow({ one, onEnd }: RowProps): VNode {
  const isLive = one.status === 'LIVE';
  return html`<li class="person">
    <p><span class="support-reason">${one.reason}</span> ${isLive && html`<${Badge} tone="good">Live<//>`}</p>
    <p class="small soft">begun <${Time} at=${one.begunTime} /> by <${Actor} id=${one.operatorId} ...${one.operator} />${one.endedBy && `, ended by ${ENDS[one.endedBy] ?? one.endedBy}`}</p>
    ${isLive && html`<div class="buttons"><button type="button" class="danger" onClick=${() => void onEnd(one.supportSessionId)}>End it now</button></div>`}
  </li>`;
}
