import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import type { PageProps } from '../../page.ts';
import { hrefOf } from '../../router.ts';
import { client } from '../api.ts';
import { ApplicationsCard } from '../sellers/applications-card.ts';
import { DestinationsCard } from '../sellers/destinations-card.ts';
import { EventsCard } from '../sellers/events-card.ts';
import { GrantsCard } from '../sellers/grants-card.ts';
import { MarketCard } from '../sellers/market-card.ts';
import { MembersCard } from '../sellers/members-card.ts';
import { PriceChangesCard } from '../sellers/price-changes-card.ts';
import { ReportsCard } from '../sellers/reports-card.ts';
import { wordText } from '../sellers/words.ts';
import { SupportCard } from '../support/support-card.ts';

export function Page({ params }: PageProps): VNode {
  const [sellerId = ''] = params;
  const seller = useLoad((signal) => client.getSeller({ path: { sellerId }, signal }), [sellerId]);
  return html`<${PageHeading} title=${sellerId} />
    <${MarketCard} sellerId=${sellerId} />
    ${shown(
      seller,
      ({ status, createdTime, members }) => html`<div>
        <p><${Badge} tone=${status === 'ENABLED' ? 'good' : 'bad'}>${wordText(status)}<//> <span class="soft">since <${Time} at=${createdTime} parts="date" />, <a href=${`${hrefOf('/usage')}?${new URLSearchParams({ seller: sellerId })}`}>usage</a></span></p>
        <${SupportCard} sellerId=${sellerId} />
        <${MembersCard} members=${members} />
        <${ApplicationsCard} sellerId=${sellerId} />
        <${GrantsCard} sellerId=${sellerId} />
      </div>`,
    )}
    <${DestinationsCard} sellerId=${sellerId} />
    <${EventsCard} sellerId=${sellerId} />
    <${PriceChangesCard} sellerId=${sellerId} />
    <${ReportsCard} sellerId=${sellerId} />`;
}
