import { ApiError } from 'marketplace-seller-sdk';
import type { OperatorSeller } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import type { PageProps } from '../../page.ts';
import { hrefOf } from '../../router.ts';
import { accessStates } from '../../states/access.ts';
import { client } from '../api.ts';
import { ApplicationsCard } from '../sellers/applications-card.ts';
import { DestinationsCard } from '../sellers/destinations-card.ts';
import { EventsCard } from '../sellers/events-card.ts';
import { GrantsCard } from '../sellers/grants-card.ts';
import { MarketCard } from '../sellers/market-card.ts';
import { MembersCard } from '../sellers/members-card.ts';
import { PriceChangesCard } from '../sellers/price-changes-card.ts';
import { ReportsCard } from '../sellers/reports-card.ts';
import { SupportCard } from '../support/support-card.ts';

/** A seller may be in the market without an account, and have an account before it is in the market. */
export function Page({ params }: PageProps): VNode {
  const [sellerId = ''] = params;
  const found = useLoad((signal) => client.getMarketSeller({ path: { sellerId }, signal }), [sellerId]);
  const account = useLoad((signal) => client.getSeller({ path: { sellerId }, signal }), [sellerId]);
  const isKnown = !(isMissing(found.error) && isMissing(account.error));
  const heading = html`<${PageHeading} title=${found.value?.name ?? sellerId} lead=${html`Seller <code>${sellerId}</code>${account.value && html`, <${Access} account=${account.value} />`}`} />`;
  if (!isKnown)
    return html`${heading}<${PageState} state="empty" title="There is no such seller" hint="Neither the market nor the accounts have this SellerId." action=${html`<a href=${hrefOf('/sellers')}>All sellers</a>`} />`;
  return html`${heading}
    ${isMissing(found.error) ? html`<p class="soft">The market has no record of this seller yet.</p>` : html`<${MarketCard} seller=${found} sellerId=${sellerId} />`}
    ${
      isMissing(account.error)
        ? html`<p class="soft">Nobody has an account for this seller.</p>`
        : shown(account, () => html`<${SupportCard} sellerId=${sellerId} />`)
    }
    <${DestinationsCard} sellerId=${sellerId} />
    <${EventsCard} sellerId=${sellerId} />
    ${
      account.value &&
      html`<${MembersCard} members=${account.value.members} />
    <${ApplicationsCard} sellerId=${sellerId} />
    <${GrantsCard} sellerId=${sellerId} />`
    }
    <${PriceChangesCard} sellerId=${sellerId} />
    <${ReportsCard} sellerId=${sellerId} />`;
}

const Access = ({ account: { status, createdTime } }: { account: OperatorSeller }): VNode =>
  html`<${StateBadge} of=${accessStates} state=${status} /> since <${Time} at=${createdTime} parts="date" />`;

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
