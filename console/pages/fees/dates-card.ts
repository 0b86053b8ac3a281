import type { FeeDifference, FeesEstimateAtDate } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { client } from '../../api.ts';
import { TextField } from '../../components/field.ts';
import { Money } from '../../components/money.ts';
import { Tabs } from '../../components/tabs.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { useLiveReload } from '../../live.ts';
import { shown, useLoad } from '../../load.ts';
import { withLocalTimes } from '../../moments.ts';
import { place, setQuery } from '../../router.ts';
import { elementOf, type Sale } from './ask.ts';
import { type Channel, channelName, channels, feeName } from './fee-words.ts';

/** The same sale today and on another day: fee schedules and promotions are known before they are in force. */
export function DatesCard({ sale, date }: { sale: Sale; date: string }): VNode {
  const { subject, price, shipping, isExpedited } = sale;
  const own = subject.own?.channel ?? 'SELLER';
  const channel = channels.find((name) => name === place.value.query.get('channel')) ?? own;
  const comparison = useLoad(
    async (signal) => {
      const body = { asOf: [date], requests: [elementOf(sale, channel)] };
      const { payload } = await client.compareFeesEstimates({ body, signal });
      return payload.FeesComparisonList[0]?.EstimateList ?? [];
    },
    [subject.idValue, price, shipping, isExpedited, date, channel],
  );
  useLiveReload(comparison.reload, ({ type }) => type.startsWith('FEE_'));
  const tabs = channels.map((id) => ({ id, label: channelName[id] }));
  const choose = (id: string) => setQuery({ channel: id === own ? undefined : id });
  return html`<section class="card fees-dates" aria-busy=${String(comparison.isLoading)}>
    <h2>Today and on another day</h2>
    <${TextField} label="Compare with" type="date" value=${date} onInput=${(text: string) => text && setQuery({ date: text })} hint="Fee schedules and promotions are known before they begin" />
    <${Tabs} label="Who ships" tabs=${tabs} current=${channel satisfies Channel} onChange=${choose}>
      ${shown(comparison, (dates) => html`<${Comparison} dates=${dates} />`, 4)}
    <//>
  </section>`;
}

function Comparison({ dates: [today, then] }: { dates: readonly FeesEstimateAtDate[] }): VNode {
  const failed = [today, then].find((estimate) => !estimate?.FeesEstimate);
  if (!today?.FeesEstimate || !then?.FeesEstimate || !then.Difference)
    return html`<p class="channel-none">There is nothing to compare. ${withLocalTimes(failed?.Error?.Message ?? '')}</p>${failed?.Error?.Detail.map((text) => html`<p key=${text} class="soft">${withLocalTimes(text)}</p>`)}`;
  const { TotalDifference, FeeDifferenceList } = then.Difference;
  const isSame = FeeDifferenceList.every(({ Reasons }) => Reasons.length === 0);
  return html`<p role="status">${isSame ? 'Nothing changes: the fees are those of today.' : html`The fees of a sale change by <strong><${Money} of=${TotalDifference} isSigned /></strong>.`}</p>
    <div class="table stacks" tabindex="0" role="region" aria-label="Fees today and then">
      <table>
        <thead><tr><th scope="col">Fee</th><th scope="col" class="number">Today</th><th scope="col" class="number"><${Time} at=${`${then.AsOf.slice(0, 10)}T12:00:00`} parts="date" isFocusable=${false} /></th><th scope="col" class="number">Difference</th></tr></thead>
        <tbody>${FeeDifferenceList.map((fee) => html`<${DifferenceRow} key=${fee.FeeType} fee=${fee} />`)}
          <tr class="total"><th scope="row">All fees</th><td class="number" data-label="Today"><${Money} of=${today.FeesEstimate.TotalFeesEstimate} /></td><td class="number" data-label="Then"><${Money} of=${then.FeesEstimate.TotalFeesEstimate} /></td><td class="number" data-label="Difference"><${Money} of=${TotalDifference} isSigned /></td></tr>
        </tbody>
      </table>
    </div>`;
}

const DifferenceRow = ({ fee }: { fee: FeeDifference }): VNode => html`<tr>
    <th scope="row">${feeName(fee.FeeType)}</th>
    <td class="number" data-label="Today"><${Money} of=${fee.Before} /></td><td class="number" data-label="Then"><${Money} of=${fee.After} /></td><td class="number" data-label="Difference"><${Money} of=${fee.Difference} isSigned /></td>
  </tr>
  ${fee.Reasons.length > 0 && html`<tr class="fee-steps"><td colspan="4"><ul>${fee.Reasons.map(({ Code, Message }) => html`<li key=${Code + Message}>${withLocalTimes(Message)}</li>`)}</ul></td></tr>`}`;
