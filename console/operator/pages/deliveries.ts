import type { OperatorDestination } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { SelectField, TextField } from '../../components/field.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { Segments } from '../../components/segments.ts';
import { html } from '../../html.ts';
import type { PageProps } from '../../page.ts';
import { setQuery } from '../../router.ts';
import { destinationStates } from '../../states/destination.ts';
import { wordsIn } from '../../states/state-words.ts';
import { useTypedQuery } from '../../typed-query.ts';
import { client } from '../api.ts';
import { DestinationRow } from '../deliveries/destination-row.ts';
import { TraceBox } from '../deliveries/trace-box.ts';
import { Paged } from '../parts/pages.ts';

const STATES = ['ACTIVE', 'PENDING_VERIFICATION', 'INACTIVE', 'SUSPENDED'] as const;
const choices = [
  { id: 'today', label: 'Failing since today' },
  { id: 'failing', label: 'All that fail' },
  { id: 'all', label: 'All' },
];
const states = [
  { value: '', label: 'Any' },
  ...STATES.map((value) => ({ value, label: wordsIn(destinationStates, value).label })),
];

/** The beginning of the reader's day. */
function todayIso(): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
}

/** Which destinations fail, since when and why; and the way from an id to its cause. */
export function Page({ query }: PageProps): VNode {
  const show = choices.find(({ id }) => id === query.get('show'))?.id ?? 'failing';
  const state = STATES.find((each) => each === query.get('state'));
  const [typed, setTyped] = useTypedQuery('seller');
  const sellerId = (query.get('seller') ?? '').trim();
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const answer = await client.listDestinationsOfSellers({
      query: {
        ...(sellerId && { sellerId }),
        ...(state && { state }),
        ...(show !== 'all' && { failingSince: show === 'today' ? todayIso() : new Date(0).toISOString() }),
        ...(nextToken && { nextToken }),
      },
      signal,
    });
    return { rows: answer.destinations, nextToken: answer.nextToken };
  };
  const empty =
    show === 'all'
      ? html`<${PageState} state="empty" title="No destination fits" hint="Clear a filter." />`
      : html`<${PageState} state="done" title="No destination fails" hint=${show === 'today' ? 'Those that fail for longer are under “All that fail”.' : 'Each that is active gets what it should.'} action=${html`<button type="button" onClick=${() => setQuery({ show: 'all' })}>Show all destinations</button>`} />`;
  const content = (rows: readonly OperatorDestination[]) =>
    html`<ul class="entries" aria-label="Destinations">${rows.map((each) => html`<${DestinationRow} key=${each.channelId} destination=${each} />`)}</ul>`;
  return html`<${PageHeading} title="Deliveries" lead="Which sellers’ destinations fail, since when and why, and what became of a notification." />
    <${TraceBox} />
    <div class="filters">
      <${Segments} label="Destinations" options=${choices} current=${show} onChange=${(id: string) => setQuery({ show: id === 'failing' ? undefined : id })} />
      <${TextField} label="Seller" value=${typed} onInput=${setTyped} placeholder="all" spellcheck=${false} />
      <${SelectField} label="State" value=${state ?? ''} options=${states} onChange=${(value: string) => setQuery({ state: value })} />
    </div>
    <${Paged} ask=${ask} inputs=${[show, state, sellerId]} content=${content} empty=${empty} />`;
}
