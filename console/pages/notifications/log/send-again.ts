import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../api.ts';
import { TextField } from '../../../components/field.ts';
import { WriteButton } from '../../../components/write-button.ts';
import { DAY_MS } from '../../../duration.ts';
import { numberText } from '../../../formats.ts';
import { html } from '../../../html.ts';
import { fieldErrors } from '../form/field-errors.ts';

/** Local time as an input of the browser has it. */
const inputText = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

type SendAgainProps = { channelId: string; reload: () => void };

/** For receivers that were down, or that are new. */
export function SendAgain({ channelId, reload }: SendAgainProps): VNode {
  const recover = async (since: string) => {
    const { recovered } = await client.recoverDeliveries({ path: { channelId }, body: { since } });
    return {
      text:
        recovered === 0
          ? 'Nothing has failed since then.'
          : `${counted(recovered, 'delivery', 'deliveries')} queued again.`,
    };
  };
  const replay = async (since: string, from?: number) => {
    const body = from === undefined ? { since } : { fromSequence: from };
    const { queued, nextFromSequence } = await client.replayEvents({
      path: { channelId },
      body,
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    const text =
      queued === 0
        ? 'There were no events for this destination since then.'
        : `${counted(queued, 'event', 'events')} queued.`;
    return { text, next: nextFromSequence };
  };
  return html`<div class="cards again">
    <${AgainForm} title="What failed" about="Sends every delivery again that failed since a time." button="Send failed ones again" work=${recover} reload=${reload} />
    <${AgainForm} title="All events" about="Replays every event since a time that this destination takes now, delivered or not. Receivers that know the ids drop what they have." button="Replay" work=${replay} reload=${reload} />
  </div>`;
}

const counted = (count: number, one: string, many: string) => `${numberText(count)} ${count === 1 ? one : many}`;

type Outcome = { readonly text: string; readonly next?: number | undefined };

type AgainFormProps = {
  title: string;
  about: string;
  button: string;
  /** `from` goes on where the call before has ended. */
  work: (since: string, from?: number) => Promise<Outcome>;
  reload: () => void;
};

function AgainForm({ title, about, button, work, reload }: AgainFormProps): VNode {
  const [since, setSince] = useState(() => inputText(Date.now() - DAY_MS));
  const [outcome, setOutcome] = useState<Outcome>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (from?: number) => {
    setBusy(true);
    setError(undefined);
    setOutcome(undefined);
    try {
      const at = new Date(since);
      if (Number.isNaN(at.getTime())) setError('Choose a date and a time.');
      else setOutcome(await work(at.toISOString(), from));
      reload();
    } catch (failure) {
      const { fields, rest } = fieldErrors(failure, ['since']);
      setError(fields.since ?? rest.join(' '));
    }
    setBusy(false);
  };
  const send = (event: Event) => {
    event.preventDefault();
    void run();
  };
  return html`<form class="card" onSubmit=${send} novalidate>
    <h2>${title}</h2>
    <p class="soft">${about}</p>
    <${TextField} label="Since" hint="Your local time." type="datetime-local" value=${since} error=${error} onInput=${setSince} />
    <${WriteButton} disabled=${isBusy}>${button}<//>
    <p role="status" class="again-outcome">${outcome?.text} ${outcome?.next !== undefined && html`<button type="button" class="link" onClick=${() => void run(outcome.next)}>Go on with the next</button>`}</p>
  </form>`;
}
