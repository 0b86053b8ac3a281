import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { DownloadAll } from '../components/download-all.ts';
import { SelectField, TextField } from '../components/field.ts';
import { PageHeading } from '../components/page-heading.ts';
import { html } from '../html.ts';
import { marketplace } from '../marketplace.ts';
import type { PageProps } from '../page.ts';
import { setQuery } from '../router.ts';
import { EventList } from './events/event-list.ts';
import { type EventFilter, eventKindOf, kindOf, kinds } from './events/filter.ts';

/** A filter applies when the seller pauses. */
const TYPING_MS = 250;

/** The seller's timeline. What it shows is in the address. */
export function Page({ query }: PageProps): VNode {
  const filter: EventFilter = {
    kind: kindOf(query.get('kind')),
    sku: query.get('sku')?.trim() ?? '',
    marketplaceId: marketplace.value?.id ?? '',
  };
  const [sku, type] = useState(filter.sku);
  useEffect(() => {
    if (sku.trim() === filter.sku) return;
    const timer = setTimeout(() => setQuery({ sku: sku.trim() }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [sku]);
  // "Show all events" empties it, too.
  useEffect(() => type(filter.sku), [filter.sku]);
  const choose = (kind: string) => setQuery({ kind: kind === 'main' ? undefined : kind });
  return html`<${PageHeading} title="Events" lead="What happened to your listings, fees and destinations. New events appear by themselves."><${DownloadAll} type="EVENTS" filters=${{ kind: eventKindOf(filter.kind), sku: filter.sku }} /><//>
    <form class="event-filter" role="search" onSubmit=${(event: Event) => event.preventDefault()}>
      <${SelectField} label="Show" value=${filter.kind} options=${kinds} onChange=${choose} />
      <${TextField} label="SKU" type="search" value=${sku} onInput=${type} placeholder="All SKUs" autocomplete="off" spellcheck=${false} />
    </form>
    <${EventList} key=${JSON.stringify(filter)} filter=${filter} />`;
}
