import type { TestedFilter } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../../api.ts';
import { Time } from '../../../components/time.ts';
import { numberText } from '../../../formats.ts';
import { html } from '../../../html.ts';
import { type Loaded, useLoad } from '../../../load.ts';
import { eventTitle, kindName } from '../words.ts';
import { type FieldErrors, fieldErrors } from './field-errors.ts';
import { type FilterValues, trialOf } from './filter-values.ts';

type DryRunProps = {
  type: string;
  kinds: readonly string[];
  filter: FilterValues;
  /** The fields that can show an error of the trial, and what they have to show. */
  fields: readonly string[];
  onErrors: (errors: FieldErrors['fields']) => void;
};

/** The seller may still be typing. */
const PAUSE_MS = 400;

/** How many events of the last days would have come with these choices. It follows each change of them. */
export function DryRun({ type, kinds, filter, fields, onErrors }: DryRunProps): VNode {
  const question = JSON.stringify(trialOf(type, kinds, filter));
  const [asked, ask] = useState(question);
  useEffect(() => {
    const timer = setTimeout(() => ask(question), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [question]);
  const loaded = useLoad((signal) => client.testFilter({ body: JSON.parse(asked), signal }), [asked]);
  useEffect(() => {
    if (!loaded.isLoading) onErrors(loaded.error === undefined ? {} : fieldErrors(loaded.error, fields).fields);
  }, [loaded.error, loaded.isLoading]);
  return html`<section class="dry-run" aria-label="Dry run" aria-busy=${loaded.isLoading || asked !== question}>
    <div aria-live="polite">${outcomeOf(loaded, fields)}</div>
  </section>`;
}

function outcomeOf({ value, error }: Loaded<TestedFilter>, fields: readonly string[]): VNode {
  if (error !== undefined) {
    const { rest } = fieldErrors(error, fields);
    return html`<p class="field-error">${rest[0] ?? 'A choice above is not valid, so nothing was counted.'}</p>`;
  }
  if (!value) return html`<p class="soft">Counting your last events …</p>`;
  const { events, passed, kinds, examples, since, truncated } = value;
  if (events === 0)
    return html`<p class="soft">There were no such events in the last 7 days, so nothing would have come.</p>`;
  return html`<p><strong>${numberText(passed)} of ${numberText(events)}</strong> events would have come since <${Time} at=${since} parts="date" isFocusable=${false} />${truncated && ', the newest ones counted'}.</p>
    <ul class="kind-counts">${kinds.map(({ eventType, events: all, passed: some }) => html`<li class="kind-count" key=${eventType}><span>${kindName(eventType)}</span><meter min="0" max=${all} value=${some} aria-label=${`${kindName(eventType)}: ${some} of ${all}`}></meter><span class="number">${some} of ${all}</span></li>`)}</ul>
    ${examples.length > 0 && html`<p class="soft small">The newest: ${examples.map((event, n) => html`<span key=${event.id}>${n > 0 && '; '}${eventTitle(event)}, <${Time} at=${event.time} isFocusable=${false} /></span>`)}</p>`}`;
}
