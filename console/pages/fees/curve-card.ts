import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { decimalsOf, fromMinor, toMinor } from '../../amounts.ts';
import { Chart } from '../../components/chart.ts';
import { marksOf } from '../../components/chart-marks.ts';
import { moneyText } from '../../components/money.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import type { Sale } from './ask.ts';
import { askCurve, type Curve } from './ask-curve.ts';
import { rangeOf } from './curve.ts';
import { type Channel, channelName } from './fee-words.ts';

/** The net at every price. The price itself only moves a mark: the curve is asked for again when the price leaves its range. */
export function CurveCard({ sale }: { sale: Sale }): VNode {
  const { subject, marketplace, price, shipping, isExpedited } = sale;
  const decimals = decimalsOf(marketplace.currency);
  const end = rangeOf(toMinor(price, decimals));
  const curve = useLoad((signal) => askCurve(sale, end, signal), [subject.idValue, shipping, isExpedited, end]);
  return html`<section class="card fees-curve" aria-busy=${String(curve.isLoading)}>
    ${shown(curve, (value) => html`<${CurveChart} curve=${value} price=${price} decimals=${decimals} />`, 7)}
  </section>`;
}

/** `map` adds the index, which `moneyText` would take for its second argument. */
const written = (amount: number) => moneyText(amount);

type CurveChartProps = { curve: Curve; price: number; decimals: number };

function CurveChart({ curve, price, decimals }: CurveChartProps): VNode {
  const { prices, net, edges } = curve;
  const data = useMemo(() => {
    const major = (minor: number | null) => (minor === null ? null : fromMinor(minor, decimals));
    const series = (channel: Channel, color: string) => ({
      label: channelName[channel],
      color,
      values: net[channel].map(major),
    });
    return {
      x: prices.map((minor) => fromMinor(minor, decimals)),
      series: [series('FS', '--accent'), series('SELLER', '--good')].filter(({ values }) =>
        values.some((value) => value !== null),
      ),
    };
  }, [curve]);
  const marks = useMemo(
    () =>
      marksOf([
        ...edges.map(({ last }) => ({ at: fromMinor(last, decimals), label: moneyText(fromMinor(last, decimals)) })),
        { at: price, label: 'This price', color: '--text' },
      ]),
    [curve, price],
  );
  return html`<${Chart} title="Net at each price" xLabel="Price" isTime=${false} x=${data.x} series=${data.series} over=${marks} formatX=${written} formatY=${written} />
    ${
      edges.length > 0 &&
      html`<h3>Where the fees change</h3>
    <ul class="fee-edges">${edges.map(({ last, text }) => html`<li key=${last}><strong>Above ${moneyText(fromMinor(last, decimals))}</strong> ${text}</li>`)}</ul>`
    }`;
}
