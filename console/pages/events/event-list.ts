import type { ListedEvent } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { failureState } from '../../components/failure.ts';
import { PageState } from '../../components/page-state.ts';
import { dateFormat } from '../../formats.ts';
import { html } from '../../html.ts';
import { useEvents } from '../../live.ts';
import { shown, useLoad } from '../../load.ts';
import { setQuery } from '../../router.ts';
import { EventRow } from './event-row.ts';
import { type EventFilter, passes } from './filter.ts';
import { byDay, merged, newest, olderThan, type TimelinePage } from './timeline.ts';

/** The events that pass, the newest first. New ones appear; older ones come when the seller asks. */
export function EventList({ filter }: { filter: EventFilter }): VNode {
  const wanted = (event: ListedEvent) => passes(event, filter);
  const first = useLoad((signal) => newest(client, wanted, signal), []);
  const [older, setOlder] = useState<readonly TimelinePage[]>([]);
  const [fresh, setFresh] = useState<readonly ListedEvent[]>([]);
  const [{ isLoading, error }, setLoading] = useState<{ isLoading: boolean; error?: unknown }>({ isLoading: false });
  useEvents((events) => {
    if (events.length === 0) first.reload();
    const passing = events.filter(wanted);
    if (passing.length > 0) setFresh((before) => merged(before, passing));
  });
  return shown(
    first,
    (page) => {
      const last = older.at(-1) ?? page;
      const events = merged(fresh, page.events, ...older.map((one) => one.events));
      const loadOlder = async () => {
        setLoading({ isLoading: true });
        try {
          const next = await olderThan(client, last.from, wanted, new AbortController().signal);
          setOlder((before) => [...before, next]);
          setLoading({ isLoading: false });
        } catch (failure) {
          setLoading({ isLoading: false, error: failure });
        }
      };
      return html`<p class="hidden" role="status">${fresh.length > 0 && `${fresh.length} new ${fresh.length === 1 ? 'event' : 'events'}`}</p>
        ${events.length === 0 ? html`<${Empty} filter=${filter} hasOlder=${last.hasOlder} />` : html`<${Days} events=${events} fresh=${fresh} />`}
        ${error !== undefined && html`<${PageState} ...${failureState(error, () => void loadOlder())} />`}
        ${last.hasOlder && error === undefined && html`<p class="older"><button type="button" disabled=${isLoading} onClick=${loadOlder}>${isLoading ? 'Loading …' : 'Show older events'}</button></p>`}
        ${!last.hasOlder && events.length > 0 && html`<p class="older soft small">These are all events. The service keeps them for 30 days.</p>`}`;
    },
    8,
  );
}

const dayKey = dateFormat({ dateStyle: 'short' });
const dayText = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

function Days({ events, fresh }: { events: readonly ListedEvent[]; fresh: readonly ListedEvent[] }): VNode {
  const isFresh = new Set(fresh.map(({ sequence }) => sequence));
  const days = byDay(events, (at) => dayKey.format(at));
  return html`${days.map(
    (day) => html`<section key=${day.key} class="event-day">
      <h2>${dayName(day.key, day.events[0]?.time ?? '')}</h2>
      <ol class="events">${day.events.map((event) => html`<${EventRow} key=${event.sequence} event=${event} isNew=${isFresh.has(event.sequence)} />`)}</ol>
    </section>`,
  )}` as VNode;
}

function dayName(key: string, time: string): string {
  const now = new Date();
  if (key === dayKey.format(now)) return 'Today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return key === dayKey.format(yesterday) ? 'Yesterday' : dayText.format(new Date(time));
}

function Empty({ filter, hasOlder }: { filter: EventFilter; hasOlder: boolean }): VNode {
  const isFiltered = filter.sku !== '' || filter.kind !== 'main';
  if (!isFiltered) {
    const hint =
      'When you win or lose a buy box, when an offer is not eligible any more, or when fees change, it appears here by itself.';
    return html`<${PageState} state="empty" title=${hasOlder ? 'Nothing happened lately' : 'Nothing has happened yet'} hint=${hint} />`;
  }
  const reset = html`<button type="button" onClick=${() => setQuery({ kind: undefined, sku: undefined })}>Show all events</button>`;
  const hint = hasOlder ? 'Look further back, or choose something else.' : 'Choose another kind or another SKU.';
  return html`<${PageState} state="empty" title="No such events" hint=${hint} action=${reset} />`;
}
