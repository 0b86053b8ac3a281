import type { BoxExplanation } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { decimalsOf } from '../../amounts.ts';
import { Chart } from '../../components/chart.ts';
import { bandsOf } from '../../components/chart-bands.ts';
import type { ChartSeries } from '../../components/chart-data.ts';
import { moneyText } from '../../components/money.ts';
import { PageState } from '../../components/page-state.ts';
import { Segments } from '../../components/segments.ts';
import { dateFormat, numberText, percentText } from '../../formats.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { timeText } from '../../moments.ts';
import { usePriceChangeParts } from '../../price-change-parts.ts';
import { setQuery } from '../../router.ts';
import { useSellerNames } from '../../seller-names.ts';
import { askHistory, type Known } from './ask-history.ts';
import { conditionOf } from './offers.ts';
import { type Authors, authorLegend, ownChangeMarks } from './own-change-marks.ts';
import { type AllCurves, allCurves, type OwnChange, ownCurveOf } from './own-prices.ts';
import { curvesOf, heldShare, holdersOf } from './price-steps.ts';

const spans = [7, 30, 90].map((days) => ({ id: String(days), label: `${days} days` }));
const DEFAULT_DAYS = '30';

const tick = dateFormat({ day: 'numeric', month: 'short' });
const hourTick = dateFormat({ hour: 'numeric', minute: '2-digit' });

/** The price of the buy box over time, who held it, and the seller's own price. */
export function History({ box, query }: { box: BoxExplanation; query: URLSearchParams }): VNode {
  const condition = conditionOf(box, query);
  const days = spans.find(({ id }) => id === query.get('days'))?.id ?? DEFAULT_DAYS;
  const steps = useLoad((signal) => askHistory(box, condition, Number(days), signal), [box, condition, days]);
  const choose = (id: string) => setQuery({ days: id === DEFAULT_DAYS ? undefined : id });
  return html`<section class="card history">
    <div class="card-head"><h2>Buy box history</h2><${Segments} label="Time" options=${spans} current=${days} onChange=${choose} /></div>
    ${shown(steps, (value) => html`<${Curves} ...${value} box=${box} condition=${condition} />`, 6)}
  </section>`;
}

type CurvesProps = { box: BoxExplanation; condition: string };

function Curves({ steps, ownSteps, sinceMs, nowMs, box, condition }: Known & CurvesProps): VNode {
  const seller = useSellerNames(holdersOf(steps));
  const isBusiness = box.offerType === 'B2B';
  const ofBox = useMemo(() => curvesOf(steps, { sku: box.SellerSKU, sinceMs, nowMs }, seller), [steps, seller]);
  const own = useMemo(() => {
    const decimals = decimalsOf(box.Offer.ListingPrice.CurrencyCode);
    return ownCurveOf(ownSteps, { sinceMs, isBusiness, decimals });
  }, [ownSteps]);
  const { spans: held } = ofBox;
  const { changes } = own;
  const curves = useMemo(() => allCurves(ofBox, own, nowMs), [ofBox, own]);
  const series = useMemo(() => seriesOf(curves, isBusiness), [curves]);
  const { authors, textOf } = useAuthors(box, changes);
  const marks = useMemo(() => ownChangeMarks(changes, authors), [changes, authors]);
  const { x, holders } = curves;
  if (x.length === 0)
    return html`<${PageState} state="empty" title="No history yet" hint="It begins when somebody first holds the buy box of this condition." />`;
  const bands = bandsOf(held.map(({ from, to, holder, isMine }) => ({ from, to, label: holder, isStrong: isMine })));
  const changed = new Map(changes.map(({ at }, n) => [at, textOf(authors[n])]));
  const notes = [
    { label: 'Holder', values: holders },
    ...(changes.length > 0 ? [{ label: 'Your price changed', values: x.map((at) => changed.get(at) ?? '') }] : []),
  ];
  const isShort = (x.at(-1) ?? 0) - (x[0] ?? 0) < 2 * 86_400;
  const formatTick = (seconds: number) => (isShort ? hourTick : tick).format(seconds * 1000);
  return html`<p class="soft small">${heldText(heldShare(held))} ${changedText(changes.length)}</p>
    <${Chart} title=${`Landed prices, ${condition}`} x=${x} xLabel="From" series=${series} behind=${bands} over=${marks} notes=${notes} legend=${authorLegend({ authors: changes.map((_, n) => authors[n]), textOf })}
      formatX=${(seconds: number) => timeText(new Date(seconds * 1000).toISOString())} formatTick=${formatTick} formatY=${moneyText} />`;
}

/** The own price is thick and behind the others: it stays visible where it is the price in the box. */
const seriesOf = ({ boxPrices, lowestPrices, ownPrices }: AllCurves, isBusiness: boolean): ChartSeries[] => [
  ...(ownPrices.some((price) => price !== null) ? [ownSeries(ownPrices, isBusiness)] : []),
  { label: 'Buy box price', values: boxPrices, color: '--accent', isStepped: true },
  { label: 'Lowest price', values: lowestPrices, color: '--warn', isStepped: true, isDashed: true },
];

const ownSeries = (values: ChartSeries['values'], isBusiness: boolean): ChartSeries => ({
  label: isBusiness ? 'Your business price' : 'Your price',
  values,
  color: '--good',
  isStepped: true,
  isThick: true,
});

const NONE: Authors = [];

/** Who changed the own price, as far as receipts tell it. The history is complete without them. */
function useAuthors(box: BoxExplanation, changes: readonly OwnChange[]) {
  const parts = usePriceChangeParts();
  const asked = useLoad(async (signal) => parts?.askAuthors(box, changes, signal), [changes, parts]);
  const textOf = (author: string | undefined) =>
    author === undefined || !parts ? 'Your price changed' : parts.authorText({ Kind: author });
  return { authors: asked.value ?? NONE, textOf };
}

const changedText = (count: number) =>
  count === 0 ? '' : `Your price changed ${count === 1 ? 'once' : `${numberText(count)} times`}.`;

function heldText(share: number | undefined): string {
  if (share === undefined) return '';
  return share === 0
    ? 'You did not hold it in this time.'
    : `You held it ${percentText(Math.round(share * 100))} of this time: the shaded parts.`;
}
