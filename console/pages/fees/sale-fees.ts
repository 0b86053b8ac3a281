import type { VNode } from 'preact';
import { html } from '../../html.ts';
import { useLiveReload } from '../../live.ts';
import { shown, useLoad } from '../../load.ts';
import { askBothChannels, type Sale } from './ask.ts';
import { ChannelCard } from './channel-card.ts';
import { CurveCard } from './curve-card.ts';
import { DatesCard } from './dates-card.ts';
import { channels } from './fee-words.ts';
import { LinesCard } from './lines-card.ts';

/** Everything about the fees of one sale. */
export function SaleFees({ sale, date }: { sale: Sale; date: string }): VNode {
  const { subject, price, shipping, isExpedited } = sale;
  const estimates = useLoad(
    (signal) => askBothChannels(sale, signal).then((results) => ({ results, price, shipping })),
    [subject.idValue, price, shipping, isExpedited],
  );
  useLiveReload(estimates.reload, ({ type }) => type.startsWith('FEE_'));
  return html`${shown(
    estimates,
    ({
      results,
      price: at,
      shipping: with_,
    }) => html`<div class="fees-channels" aria-busy=${String(estimates.isLoading)}>
        ${channels.map((channel) => html`<${ChannelCard} key=${channel} channel=${channel} result=${results[channel]} price=${at} shipping=${with_} isOwn=${subject.own?.channel === channel} />`)}
      </div>
      <${LinesCard} results=${results} />`,
    9,
  )}
    <${CurveCard} sale=${sale} />
    <${DatesCard} sale=${sale} date=${date} />`;
}
