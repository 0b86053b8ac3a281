import type { OperatorMarketplace } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { Time } from '../../components/time.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { listingStates } from '../../states/listing.ts';
import { wordsIn } from '../../states/state-words.ts';
import { stateOf } from '../imports/words.ts';
import { ExportForm } from './export-form.ts';

type Count = OperatorMarketplace['items'];

/** A count that ended at its bound says so. */
const countText = ({ count, isExact }: Count) => `${isExact ? '' : 'more than '}${numberText(count)}`;

/** A marketplace: what is in it, how fresh that is, and its fee schedules. */
export function MarketplaceCard({ marketplace }: { marketplace: OperatorMarketplace }): VNode {
  const { marketplaceId, name, countryCode, currency, isDefault, items, offers, sellers, buyable } = marketplace;
  const { offerStates, staleBoards, lastChangedTime, lastImport, feeSchedule, comingFeeSchedules, countedTime } =
    marketplace;
  return html`<section class="card">
    <div class="entry-head"><h2>${name ?? marketplaceId}</h2>${isDefault && html`<${Badge}>default<//>`}<span class="small soft"><code>${marketplaceId}</code> · ${countryCode} · ${currency}</span></div>
    <dl class="figures">
      <div><dt>Items</dt><dd>${countText(items)}</dd></div>
      <div><dt>Offers</dt><dd>${countText(offers)}</dd></div>
      <div><dt>On sale</dt><dd>${countText(buyable)}</dd></div>
      <div><dt>Sellers</dt><dd>${countText(sellers)}</dd></div>
      <div><dt>Items to rebuild</dt><dd>${countText(staleBoards)}</dd></div>
    </dl>
    <ul class="chips" aria-label="Offers by state">${offerStates
      .filter(({ offers: count }) => count > 0)
      .map(
        ({ state, offers: count }) =>
          html`<li key=${state}><strong>${numberText(count)}</strong> ${state === 'none' ? 'Not rated yet' : wordsIn(listingStates, state).label}</li>`,
      )}</ul>
    <p>${lastChangedTime === undefined ? html`<span class="soft">No change yet</span>` : html`Last change <strong><${Time} at=${lastChangedTime} /></strong>`}.
      ${feeSchedule === undefined ? html` <strong>No fee schedule is in force.</strong>` : html` Fees of <strong>${feeSchedule.scheduleId}</strong>, version ${feeSchedule.version}, in force since <${Time} at=${feeSchedule.effectiveFrom} parts="date" />.`}
      ${comingFeeSchedules.length > 0 && html` To come: ${comingFeeSchedules.map(({ scheduleId, version, effectiveFrom }) => html`<span key=${scheduleId}>${scheduleId}, version ${version}, from <${Time} at=${effectiveFrom} parts="date" />. </span>`)}`} <a href=${`${hrefOf('/audit')}?operation=changeFeeSchedules`}>Who changed the fee schedules</a></p>
    ${lastImport && html`<${LastImportLine} last=${lastImport} />`}
    <${ExportForm} marketplaceId=${marketplaceId} offers=${offers.count} />
    <p class="small soft">Counted <${Time} at=${countedTime} parts="time" />.</p>
  </section>`;
}

/** Whether the last import lost lines. */
function LastImportLine({ last }: { last: NonNullable<OperatorMarketplace['lastImport']> }): VNode {
  const { importId, state, fileName, time, lines, rejected } = last;
  const { label, tone } = stateOf(state, rejected);
  const lost =
    rejected === 0
      ? 'no line was rejected'
      : `${numberText(rejected)} ${rejected === 1 ? 'line was' : 'lines were'} rejected`;
  return html`<p>Last import <a href=${`${hrefOf('/imports')}#${importId}`}>${fileName}</a> <${Badge} tone=${tone}>${label}<//> <${Time} at=${time} />: ${numberText(lines)} lines, <strong>${lost}</strong>.</p>`;
}
