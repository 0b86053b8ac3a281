import { useSignal } from '@preact/signals';
import type { SupportSession } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { failureState } from '../../components/failure.ts';
import { PageState } from '../../components/page-state.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { client } from '../api.ts';
import { Actor } from '../parts/actor.ts';
import { SupportForm } from './support-form.ts';

type Sessions = readonly SupportSession[];

/** The console as this seller, in a tab of its own, and the sessions that there were (decision 55). */
export function SupportCard({ sellerId }: { sellerId: string }): VNode {
  const sessions = useLoad(
    (signal) => client.listSupportSessions({ query: { sellerId, limit: 10 }, signal }),
    [sellerId],
  );
  const failure = useSignal<unknown>(undefined);
  const end = (supportSessionId: string) =>
    client
      .endSupportSession({ path: { supportSessionId } })
      .catch((error: unknown) => {
        failure.value = error;
      })
      .then(sessions.reload);
  const list = (shownSessions: Sessions) =>
    html`<ul class="plain people">${shownSessions.map((one) => html`<${SessionRow} key=${one.supportSessionId} one=${one} onEnd=${end} />`)}</ul>`;
  return html`<section class="card">
    <div class="card-head"><h2>Support</h2><${SupportForm} sellerId=${sellerId} onChanged=${sessions.reload} /></div>
    ${failure.value !== undefined && html`<${PageState} ...${failureState(failure.value)} />`}
    ${shown(
      sessions,
      ({ supportSessions }) => {
        if (supportSessions.length === 0)
          return html`<p class="soft">Nobody has seen the console as this seller yet.</p>`;
        const { now, before } = byNeed(supportSessions);
        const count = `${before.length} earlier ${before.length === 1 ? 'session' : 'sessions'}`;
        return html`<div>${list(now)}${before.length > 0 && html`<details class="small"><summary>${count}</summary>${list(before)}</details>`}</div>`;
      },
      2,
    )}
  </section>`;
}

/** Those that last, or the last one; the others are of less use. */
function byNeed(sessions: Sessions): { now: Sessions; before: Sessions } {
  const live = sessions.filter(({ status }) => status === 'LIVE');
  const now = live.length > 0 ? live : sessions.slice(0, 1);
  return { now, before: sessions.filter((one) => !now.includes(one)) };
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
    <div class="card-head">
      <div>
        <p><span class="support-reason">${one.reason}</span> ${isLive && html`<${Badge} tone="good">Live<//>`}</p>
        <p class="small soft">begun <${Time} at=${one.begunTime} /> by <${Actor} id=${one.operatorId} ...${one.operator} />${one.endedBy && `, ended by ${ENDS[one.endedBy] ?? one.endedBy}`}</p>
      </div>
      ${isLive && html`<button type="button" class="danger" onClick=${() => void onEnd(one.supportSessionId)}>End it now</button>`}
    </div>
  </li>`;
}
