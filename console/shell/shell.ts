import type { VNode } from 'preact';
import { addressIn } from '../address.ts';
import { Navigation } from '../components/navigation.ts';
import { PageHeading } from '../components/page-heading.ts';
import { PageState } from '../components/page-state.ts';
import { ShownPage } from '../components/shown-page.ts';
import { ExpiredNotice } from '../components/sign-in.ts';
import { Toasts } from '../components/toast.ts';
import { html } from '../html.ts';
import { liveBegun } from '../live.ts';
import { shown, useLoad } from '../load.ts';
import { loadMarketplaces } from '../load-marketplaces.ts';
import { marketplace, marketplaces } from '../marketplace.ts';
import type { FoundPage } from '../page.ts';
import { pageAt, pageTable } from '../page-table.ts';
import { hrefOf, marketplaceId, place } from '../router.ts';
import { settings } from '../settings.ts';
import { Elsewhere } from './elsewhere.ts';
import { Header } from './header.ts';
import { Notes } from './notes.ts';
import { SupportBanner } from './support-banner.ts';

/** Everything around the pages. */
export function Shell(): VNode {
  const { path, marketplaceId } = place.value;
  const found = pageAt(path);
  const begun = useLoad(begin, []);
  return html`<a class="skip" href="#main">Skip to the content</a>
    <${Header} />
    <div class="shell">
      <aside class="side"><${Navigation} pages=${pageTable}><${Elsewhere} /><//></aside>
      <main id="main" tabindex="-1"><${ExpiredNotice} />${found ? shown(begun, () => html`<${Notes} key="notes" /><${MarketplacePage} key=${`${marketplaceId} ${path}`} found=${found} />` as VNode) : html`<${NoSuchPage} />`}</main>
    </div>
    <${SupportBanner} />
    <${Toasts} />`;
}

/** What every page needs first. Its data is asked for after the first sequence of events is known: so no change is missed. */
function begin(signal: AbortSignal): Promise<unknown> {
  const load = pageAt(place.peek().path)?.entry.load();
  // The code that shows the page reports that it could not be loaded.
  load?.then(({ prepare }) => prepare?.(signal)).catch(() => {});
  return Promise.all([loadMarketplaces(signal), liveBegun()]);
}

/** Pages are shown only to sellers who take part in a marketplace: they need not handle that there is none. */
function MarketplacePage({ found }: { found: FoundPage }): VNode {
  if (marketplace.value) return html`<${ShownPage} found=${found} />`;
  if (marketplaces.value.length > 0) return html`<${NotYourMarketplace} />`;
  const hint = 'When the operator has opened a marketplace for you, your listings appear here.';
  return html`<${PageState} state="empty" title="You take part in no marketplace yet" hint=${hint} onRetry=${() => location.reload()} />`;
}

/** Never another marketplace without a word: its prices look alike. */
function NotYourMarketplace(): VNode {
  return html`<${PageHeading} title=${`You do not take part in ${marketplaceId.value}`} />
    <p class="soft">The address is of a marketplace in which you do not sell, or it is incomplete. Open the same page in one of yours:</p>
    <ul>${marketplaces.value.map(({ id, name }) => html`<li key=${id}><a href=${addressIn(settings.path, location.href, id)}>${name}</a></li>`)}</ul>`;
}

const NoSuchPage = () => html`<${PageHeading} title="There is no such page" />
  <p class="soft">The address may be old, or incomplete.</p>
  <p><a href=${hrefOf('')}>Go to the overview</a></p>`;
