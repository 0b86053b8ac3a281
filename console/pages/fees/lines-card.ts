import type { FeeDetail } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { Money, moneyText } from '../../components/money.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import type { BothChannels } from './ask.ts';
import { explainFee } from './explain-fee.ts';
import { channelName, channels, feeName } from './fee-words.ts';

/** Every line of both estimates, and how it comes about. Where both have the same reasons, they are said once. */
export function LinesCard({ results }: { results: BothChannels }): VNode | null {
  const types = [...new Set(channels.flatMap((channel) => linesOf(results, channel).map(({ FeeType }) => FeeType)))];
  if (types.length === 0) return null;
  const schedule = channels.flatMap((channel) => linesOf(results, channel)).find(({ Explanation }) => Explanation)
    ?.Explanation?.Schedule;
  return html`<section class="card fees-lines">
    <h2>How each fee comes about</h2>
    <div class="table stacks" tabindex="0" role="region" aria-label="How each fee comes about">
      <table>
        <thead><tr><th scope="col">Fee</th>${channels.map((channel) => html`<th key=${channel} scope="col" class="number">${channelName[channel]}</th>`)}</tr></thead>
        <tbody>${types.map((type) => html`<${Line} key=${type} type=${type} results=${results} />`)}</tbody>
      </table>
    </div>
    ${schedule && html`<p class="soft small">Fee schedule ${schedule.ScheduleId}, version ${schedule.Version}, in force since <${Time} at=${schedule.EffectiveFrom} parts="date" />.</p>`}
  </section>`;
}

const linesOf = (results: BothChannels, channel: (typeof channels)[number]): readonly FeeDetail[] =>
  results[channel].FeesEstimate?.FeeDetailList ?? [];

function Line({ type, results }: { type: string; results: BothChannels }): VNode {
  const lines = channels.map((channel) => ({
    channel,
    detail: linesOf(results, channel).find(({ FeeType }) => FeeType === type),
  }));
  const reasons = lines.flatMap(({ channel, detail }) =>
    detail ? [{ channel, steps: explainFee(detail, moneyText) }] : [],
  );
  const isSame = reasons.every(({ steps }) => steps.join() === reasons[0]?.steps.join());
  const shownReasons = isSame ? reasons.slice(0, 1) : reasons;
  return html`<tr>
      <th scope="row">${feeName(type)}</th>
      ${lines.map(({ channel, detail }) => html`<td key=${channel} class="number" data-label=${channelName[channel]}><${Amounts} of=${detail} /></td>`)}
    </tr>
    <tr class="fee-steps"><td colspan=${channels.length + 1}>${shownReasons.map(({ channel, steps }) => html`<div key=${channel}>${!isSame && html`<p>${channelName[channel]}</p>`}<ul>${steps.map((step) => html`<li key=${step}>${step}</li>`)}</ul></div>`)}</td></tr>`;
}

/** The final fee; with a promotion or tax also what it is made of. */
function Amounts({ of }: { of: FeeDetail | undefined }): VNode {
  if (!of) return html`<${Money} of=${undefined} />`;
  const { FeeAmount, FeePromotion, TaxAmount, FinalFee } = of;
  const isPlain = FeePromotion.Amount === 0 && TaxAmount.Amount === 0;
  const parts = [
    moneyText(FeeAmount),
    FeePromotion.Amount ? `− ${moneyText(FeePromotion)}` : '',
    TaxAmount.Amount ? `+ ${moneyText(TaxAmount)} tax` : '',
  ];
  return html`<${Money} of=${FinalFee} />${!isPlain && html`<br /><span class="soft small fee-sum">${parts.filter(Boolean).join(' ')}</span>`}`;
}
