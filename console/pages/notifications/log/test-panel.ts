import type { DeliveryDetails, Destination } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../../components/icon.ts';
import { Time } from '../../../components/time.ts';
import { WriteButton } from '../../../components/write-button.ts';
import { numberText } from '../../../formats.ts';
import { html } from '../../../html.ts';
import { setQuery } from '../../../router.ts';
import { sendTest, testRun } from './test-state.ts';

type TestPanelProps = { destination: Destination; onEnd: () => void };

/** Sends a test and shows it on its way. */
export function TestPanel({ destination, onEnd }: TestPanelProps): VNode | undefined {
  const run = testRun.value?.channelId === destination.channelId ? testRun.value : undefined;
  useEffect(() => {
    if (run?.state === 'ended') onEnd();
  }, [run?.state]);
  // A test of another page is none of this one.
  useEffect(
    () => () => {
      testRun.value = undefined;
    },
    [],
  );
  // The notice above has the button then.
  if (['PENDING_VERIFICATION', 'SUSPENDED'].includes(destination.status) && !run) return undefined;
  const isBusy = run?.state === 'sending' || (run?.state === 'watching' && !run.delivery?.attemptCount);
  return html`<section class="card test-panel" aria-labelledby="test-title">
    <div>
      <h2 id="test-title">Try it</h2>
      <div class="test-steps" role="status">${run ? html`<${Steps} type=${destination.type} delivery=${run.delivery} problem=${run.problem} />` : html`<p class="soft">A test shows whether messages arrive. It changes nothing.</p>`}</div>
    </div>
    <${WriteButton} type="button" disabled=${isBusy || destination.status === 'INACTIVE'} onClick=${() => void sendTest(destination)}>${run ? 'Send another test' : 'Send a test'}<//>
  </section>`;
}

type StepsProps = { type: string; delivery: DeliveryDetails | undefined; problem: string | undefined };

function Steps({ type, delivery, problem }: StepsProps): VNode {
  if (problem) return html`<p class="test-outcome" data-tone="bad"><${Icon} name="warning" /> Not sent: ${problem}</p>`;
  const attempt = delivery?.attempts.at(-1);
  const see =
    delivery &&
    html` <button type="button" class="link" onClick=${() => setQuery({ delivery: delivery.deliveryId })}>See request and answer</button>`;
  if (!delivery || delivery.attempts.length === 0)
    return html`<p class="test-outcome"><span class="spinner" aria-hidden="true"></span> ${type === 'PULL' && delivery ? 'In the queue, until your program fetches it.' : 'On its way …'}</p>`;
  if (delivery.state === 'DELIVERED')
    return html`<p class="test-outcome" data-tone="good"><${Icon} name="check" /> Delivered${attempt?.durationMs !== undefined && ` in ${numberText(attempt.durationMs)} ms`}${attempt?.code !== undefined && `, answered ${attempt.code}`}.${see}</p>`;
  if (delivery.state === 'STORED')
    return html`<p class="test-outcome"><${Icon} name="check" /> Stored in the outbox of the operator: there is no server for this type.${see}</p>`;
  if (attempt?.outcome === 'IN_PROGRESS')
    return html`<p class="test-outcome"><span class="spinner" aria-hidden="true"></span> ${type === 'PULL' ? 'Fetched, not acknowledged yet.' : 'Waiting for the answer …'}</p>`;
  return html`<p class="test-outcome" data-tone="bad"><${Icon} name="warning" /> It did not arrive: ${attempt?.error ?? 'the outcome is not known.'}
    ${delivery.nextAttemptTime && delivery.state === 'PENDING' && html` Next attempt at <${Time} at=${delivery.nextAttemptTime} parts="time" isFocusable=${false} />.`}${see}</p>`;
}
