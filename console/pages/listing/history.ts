import type { BoxExplanation, ItemCondition, PriceStep } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { client } from '../../api.ts';
import { Chart } from '../../components/chart.ts';
import { moneyText } from '../../components/money.ts';
import { PageState } from '../../components/page-state.ts';
import { Segments } from '../../components/segments.ts';
import { timeText } from '../../components/time.ts';
import { DAY_MS } from '../../duration.ts';
import { dateFormat, percentText } from '../../formats.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { setQuery } from '../../router.ts';
import { useSellerNames } from '../../seller-names.ts';
import { conditionOf } from './offers.ts';
import { curvesOf, heldShare, holdersOf } from './price-steps.ts';

const spans = [7, 30, 90].map((days) => ({ id: String(days), label: `${days} days` }));
const DEFAULT_DAYS = '30';
/** 90 days of a lively item; more would not be seen. */
const MAX_PAGES = 10;

const tick = dateFormat({ day: 'numeric', month: 'short' });
const hourTick = dateFormat({ hour: 'numeric', minute: '2-digit' });

/** The price of the buy box over time, and who held it. */
export function History({ box, query }: { box: BoxExplanation; query: URLSearchParams }): VNode {
  const condition = conditionOf(box, query);
  const days = spans.find(({ id }) => id === query.get('days'))?.id ?? DEFAULT_DAYS;
  const steps = useLoad((signal) => stepsOf(box, condition, Number(days), signal), [box, condition, days]);
  const choose = (id: string) => setQuery({ days: id === DEFAULT_DAYS ? undefined : id });
  return html`<section class="card history">
    <div class="card-head"><h2>Buy box history</h2><${Segments} label="Time" options=${spans} current=${days} onChange=${choose} /></div>
    ${shown(steps, (value) => html`<${Curves} ...${value} sku=${box.SellerSKU} condition=${condition} />`, 6)}
  </section>`;
}

type Known = { readonly steps: readonly PriceStep[]; readonly sinceMs: number; readonly nowMs: number };

async function stepsOf(
  box: BoxExplanation,
  condition: ItemCondition,
  days: number,
  signal: AbortSignal,
): Promise<Known> {
  const nowMs = Date.now();
  const sinceMs = nowMs - days * DAY_MS;
  const { MarketplaceId, CustomerType, offerType, storeItemId } = box;
  const query = {
    MarketplaceId,
    ItemCondition: condition,
    CustomerType,
    ...(CustomerType === 'Business' ? { OfferType: offerType as 'B2C' | 'B2B' } : {}),
    since: new Date(sinceMs).toISOString(),
    pageSize: 500,
  };
  const steps: PriceStep[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const more = nextToken === undefined ? {} : { nextToken };
    const { payload } = await client.getPriceHistory({ path: { storeItemId }, query: { ...query, ...more }, signal });
    steps.push(...payload.Steps);
    nextToken = payload.nextToken;
    if (nextToken === undefined) break;
  }
  return { steps, sinceMs, nowMs };
}

function Curves({ steps, sinceMs, nowMs, sku, condition }: Known & { sku: string; condition: string }): VNode {
  const seller = useSellerNames(holdersOf(steps));
  const {
    x,
    boxPrices,
    lowestPrices,
    holders,
    spans: held,
  } = useMemo(() => curvesOf(steps, { sku, sinceMs, nowMs }, seller), [steps, seller]);
  const series = useMemo(
    () => [
      { label: 'Buy box price', values: boxPrices, color: '--accent', isStepped: true },
      { label: 'Lowest price', values: lowestPrices, color: '--warn', isStepped: true, isDashed: true },
    ],
    [boxPrices, lowestPrices],
  );
  if (x.length === 0)
    return html`<${PageState} state="empty" title="No history yet" hint="It begins when somebody first holds the buy box of this condition." />`;
  const share = heldShare(held);
  const bands = held.map(({ from, to, holder, isMine }) => ({ from, to, label: holder, isStrong: isMine }));
  const isShort = (x.at(-1) ?? 0) - (x[0] ?? 0) < 2 * 86_400;
  const formatTick = (seconds: number) => (isShort ? hourTick : tick).format(seconds * 1000);
  return html`<p class="soft small">${heldText(share)}</p>
    <${Chart} title=${`Landed prices, ${condition}`} x=${x} xLabel="From" series=${series} bands=${bands} notes=${{ label: 'Holder', values: holders }}
      formatX=${(seconds: number) => timeText(new Date(seconds * 1000).toISOString())} formatTick=${formatTick} formatY=${moneyText} />`;
}

function heldText(share: number | undefined): string {
  if (share === undefined) return '';
  return share === 0
    ? 'You did not hold it in this time.'
    : `You held it ${percentText(Math.round(share * 100))} of this time: the shaded parts.`;
}
