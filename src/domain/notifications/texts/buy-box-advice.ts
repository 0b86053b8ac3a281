import { listAt, valueAt } from '../event-payload.ts';
import { gateReason } from './gate-texts.ts';
import { lossText, moneyText } from './payload-texts.ts';
import { shownName } from './shown-name.ts';
import type { About } from './summary-parts.ts';
import { amountOf, present, shippingOf } from './summary-parts.ts';

/** The reader's best offer in a buy box, and what to do about its price. */
export type OwnOffer = {
  isHolder: boolean;
  sku: string;
  /** The price with shipping; without where no shipping charge is set. */
  landed: string;
  landedMoney: unknown;
  /** The listing price that wins, or still wins, the box, and its net after fees: an amount, or a loss. */
  winning: string;
  net: string;
  advice: string;
  detail: string;
  /** That one of the two prices loses money; '' when none does. */
  warning: string;
};

const statusOf = (offer: unknown) => valueAt(offer, 'WinningPrice', 'resultStatus');

export function ownOfferOf(data: About['data'], isHolder: boolean, isLost: boolean): OwnOffer {
  const offers = listAt(data, 'MyOffers');
  const best = isHolder
    ? (offers.find((offer) => valueAt(offer, 'IsBuyBoxWinner') === true) ?? offers[0])
    : (offers.find((offer) => statusOf(offer) === 'VALID_FOEP') ?? offers[0]);
  const landedMoney = valueAt(best, 'OwnPrice', 'LandedPrice') ?? valueAt(best, 'OwnPrice', 'ListingPrice');
  const winningMoney = valueAt(best, 'WinningPrice', 'ListingPrice');
  const hasWinning = statusOf(best) === 'VALID_FOEP';
  const raise = amountOf(winningMoney) > amountOf(valueAt(best, 'OwnPrice', 'ListingPrice'));
  const shows = hasWinning && (!isHolder || raise);
  const net = shows ? valueAt(best, 'NetAtWinningPrice', 'Net') : undefined;
  const loss = lossText(net);
  const own = {
    ...{ isHolder, landedMoney, landed: moneyText(landedMoney), sku: shownName(valueAt(best, 'SellerSKU')) },
    winning: shows ? moneyText(winningMoney) : '',
    net: loss === '' ? moneyText(net) : `a loss of ${loss}`,
  };
  const word = valueAt(data, 'offerType') === 'B2B' ? 'business price' : 'price';
  const losses = { own: lossText(valueAt(best, 'NetAtOwnPrice', 'Net')), winning: loss };
  const warning = warningOf(losses, word);
  return { ...own, ...adviceOf(best, own, { word, isLost, raise, count: offers.length, losses }), warning };
}

/** What each sale loses at the present and at the winning price; '' where it loses nothing. */
type Losses = { own: string; winning: string };

function warningOf({ own, winning }: Losses, word: string): string {
  // Short: an SMS has the advice only together with it.
  if (winning !== '') return `At that price each sale would lose ${winning} after fees${own && `, now ${own}`}.`;
  return own && `At your present ${word} each sale loses ${own} after fees.`;
}

type Case = { word: string; isLost: boolean; raise: boolean; count: number; losses: Losses };
type Advice = Pick<OwnOffer, 'advice' | 'detail'>;

function adviceOf(best: unknown, own: Pick<OwnOffer, 'isHolder' | 'sku' | 'winning' | 'net'>, about: Case): Advice {
  const { word, isLost, raise, count, losses } = about;
  const whose = count > 1 && own.sku !== '' ? `the ${word} of ${own.sku}` : `your ${word}`;
  const price = `${own.winning}${shippingOf(best)}`;
  const detail = own.net === '' || losses.winning !== '' ? '' : `Your net would be ${own.net} after fees.`;
  if (own.isHolder) {
    if (own.winning !== '') return { advice: `You could raise ${whose} to ${price} and still have it.`, detail };
    if (losses.own !== '') return { advice: `Check ${whose}.`, detail: '' };
    return { advice: 'There is nothing to do.', detail: ownNet(best, word) };
  }
  if (own.winning !== '') {
    const aim = isLost ? 'get it back' : 'win it';
    if (raise) return { advice: `At ${price} or less your offer would have it.`, detail };
    return { advice: `Lower ${whose} to ${price} or less to ${aim}.`, detail };
  }
  return { advice: withoutPrice(best, isLost, count), detail: '' };
}

function ownNet(offer: unknown, word: string): string {
  const net = moneyText(valueAt(offer, 'NetAtOwnPrice', 'Net'));
  return net && `The net of your ${word} is ${net} after fees.`;
}

/** When no price of the reader's wins. */
function withoutPrice(best: unknown, isLost: boolean, count: number): string {
  if (count === 0)
    return isLost ? 'Check that your offer is active, in stock and has a shipping charge.' : 'There is nothing to do.';
  if (statusOf(best) === 'OFFER_NOT_ELIGIBLE') {
    const reasons = present(listAt(valueAt(best, 'WinningPrice'), 'Reasons').map(gateReason));
    const all = count === 1 ? 'Your offer' : 'Your best offer';
    return `${all} cannot win it at any price${reasons.length === 0 ? '' : `: ${reasons.join(' and ')}`}.`;
  }
  return statusOf(best) === 'NO_WINNING_PRICE'
    ? 'No price of yours would win it now.'
    : 'Compare your price with it, and decide whether to follow.';
}
