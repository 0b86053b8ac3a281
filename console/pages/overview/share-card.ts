import type { SellerShare } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { ChartTable } from '../../components/chart-table.ts';
import { dateFormat, numberFormat } from '../../formats.ts';
import { html } from '../../html.ts';
import { type ShareFigures, shareFigures } from './share.ts';

const percent = numberFormat({
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const points = numberFormat({
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const day = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

const dayOfMonth = dateFormat({ day: 'numeric', timeZone: 'UTC' });

/** How much of the time the seller's listings held their buy boxes. */
export function ShareCard({ share }: { share: SellerShare }): VNode {
  const figures = shareFigures(share.Days, Date.now());
  const { today, week, days } = figures;
  const x = days.map(({ date }) => Date.parse(date));
  const series = [{ label: 'Share', values: days.map((one) => one.share ?? null) }];
  return html`<section class="card share" aria-labelledby="share-title">
    <h2 id="share-title">Buy box share today</h2>
    <p class="figure"><strong>${today === undefined ? '–' : percent.format(today)}</strong> <${Difference} of=${figures} /></p>
    <p class="soft">${weekText(today, week)}</p>
    <${Bars} days=${days} />
    <${ChartTable} title="Buy box share by day" xLabel="Day (UTC)" x=${x} series=${series} formatX=${(at: number) => day.format(at)} formatY=${(value: number) => percent.format(value)} />
  </section>`;
}

function weekText(today: number | undefined, week: number | undefined): string {
  if (today === undefined && week === undefined) return 'None of your listings was on sale in the last seven days.';
  if (today === undefined) return 'None of your listings was on sale today.';
  if (week === undefined) return 'There is no week before to compare it with yet.';
  return `${percent.format(week)} in the seven days before`;
}

function Difference({ of: { difference } }: { of: ShareFigures }): VNode | null {
  if (difference === undefined) return null;
  const tone = difference > 0 ? 'good' : difference < 0 ? 'bad' : 'neutral';
  const text = difference === 0 ? 'As last week' : `${points.format(difference)} points`;
  return html`<${Badge} tone=${tone}>${text}</${Badge}>`;
}

/** One bar for each day. The table behind it says the same to those who do not see it. */
function Bars({ days }: Pick<ShareFigures, 'days'>): VNode {
  return html`<ol class="share-days" aria-hidden="true">
    ${days.map(({ date, share }, n) => {
      const isToday = n === days.length - 1;
      const name = isToday ? 'Today' : day.format(Date.parse(date));
      const value = share === undefined ? 'not known' : percent.format(share);
      return html`<li key=${date} title=${`${name}: ${value}`}>
        <span class="share-value">${share === undefined ? '' : Math.round(share * 100)}</span>
        <span class=${`share-track${share === undefined ? ' is-unknown' : ''}`}><i style=${{ height: `${(share ?? 0) * 100}%` }}></i></span>
        <span class="share-day">${isToday ? name : dayOfMonth.format(Date.parse(date))}</span>
      </li>`;
    })}
  </ol>`;
}
