import type {
  BuyBoxChangedEvent,
  CredentialExpiringEvent,
  DestinationSuspendedEvent,
  ListedEvent,
  ReportReadyEvent,
} from 'marketplace-seller-sdk';
import { numberText } from '../../formats.ts';
import { isLoss, lossText } from '../../losses.ts';
import { feeChangeSummary, promotionSummary } from './fee-summary.ts';
import { healthSummary, offersSummary } from './offer-summary.ts';
import { priceSummary } from './price-summary.ts';
import type { EventFormats, EventSummary, Formats } from './summary-parts.ts';

/** What an event says, in words. */
export function summaryOf(event: ListedEvent, formats: EventFormats): EventSummary {
  switch (event.type) {
    case 'BUY_BOX_CHANGED':
      return { ...boxSummary(event, formats), loss: lossOf(event.data, formats) };
    case 'PRICING_HEALTH':
      return healthSummary(event, formats);
    case 'PRICE_CHANGED':
      return priceSummary(event, formats);
    case 'FEE_PROMOTION':
      return promotionSummary(event, formats);
    case 'FEE_CHANGED':
      return feeChangeSummary(event, formats);
    case 'DESTINATION_SUSPENDED':
      return suspensionSummary(event, formats);
    case 'CREDENTIAL_EXPIRING':
      return expirySummary(event, formats);
    case 'REPORT_READY':
      return reportSummary(event);
    case 'ANY_OFFER_CHANGED':
      return offersSummary(event, formats);
    default:
      // A kind of a newer service.
      return { group: 'other', tone: 'neutral', headline: String(event.type), text: '' };
  }
}

type Box = BuyBoxChangedEvent['data'];

function boxSummary({ data }: BuyBoxChangedEvent, { money, seller }: EventFormats): EventSummary {
  const box = `${data.CustomerType === 'Business' ? 'business ' : ''}buy box`;
  const now = data.BuyBoxPrice && money(data.BuyBoxPrice.LandedPrice);
  const before = data.PreviousBuyBoxPrice && money(data.PreviousBuyBoxPrice.LandedPrice);
  const own = ownOf(data);
  const ask = own?.OwnPrice.LandedPrice ? ` You ask ${money(own.OwnPrice.LandedPrice)}.` : '';
  const holder = data.BuyBoxPrice ? seller(data.BuyBoxPrice.sellerId) : '';
  const instead = before !== undefined && before !== now ? ` instead of ${before}` : '';
  switch (data.Change) {
    case 'LOST': {
      const text = now ? `${holder} has it for ${now}.${ask}${advice(data, money)}` : `Nobody has it now.${ask}`;
      return { group: 'lost', tone: 'bad', headline: `You lost the ${box}`, text };
    }
    case 'WON': {
      const { PreviousBuyBoxPrice: past } = data;
      const rival = past && !past.belongsToRequester ? ` Before, ${seller(past.sellerId)} had it for ${before}.` : '';
      return { group: 'won', tone: 'good', headline: `You won the ${box}`, text: `You have it for ${now}.${rival}` };
    }
    case 'PRICE': {
      const isMine = data.BuyBoxPrice?.belongsToRequester;
      const text = isMine ? `You still have it, now for ${now}${instead}.` : `${holder} asks ${now}${instead}.${ask}`;
      const headline = isMine ? `Your ${box} price changed` : `The ${box} price changed`;
      return { group: 'box', tone: 'neutral', headline, text };
    }
    case 'NONE':
      return { group: 'box', tone: 'neutral', headline: `Nobody has the ${box}`, text: ask.trim() };
    default: {
      const text = now ? `${holder} has it for ${now}.${ask}` : ask.trim();
      return { group: 'box', tone: 'neutral', headline: `The ${box} has a new holder`, text };
    }
  }
}

/** The offer that held the box, or the first of those that compete for it. */
function ownOf({ MyOffers, PreviousSellerSKU }: Box) {
  return MyOffers.find(({ SellerSKU }) => SellerSKU === PreviousSellerSKU) ?? MyOffers[0];
}

/** Says that the own price, or the price that wins a lost box back, loses money. */
function lossOf(data: Box, { money }: Formats): string {
  const { NetAtOwnPrice, NetAtWinningPrice } = ownOf(data) ?? {};
  const winning = data.Change === 'LOST' && data.BuyBoxPrice ? NetAtWinningPrice : undefined;
  return lossText({ own: NetAtOwnPrice, winning }, (amount) => money(amount));
}

/** At which price it comes back, and the net of that. */
function advice(data: Box, money: Formats['money']): string {
  const { WinningPrice, NetAtWinningPrice } = ownOf(data) ?? {};
  if (!WinningPrice?.ListingPrice) return '';
  const net = NetAtWinningPrice?.Net;
  const after = net && !isLoss(net) ? `, net ${money(net)} after fees` : '';
  return ` A price of ${money(WinningPrice.ListingPrice)} wins it back${after}.`;
}

const reasons: Readonly<Record<string, string>> = {
  DELIVERY_FAILED: 'Every attempt failed for days.',
  DESTINATION_GONE: 'Its address does not exist any more.',
  APPLICATION_WITHDRAWN: 'You ended the access of its application.',
  APPLICATION_UNUSED: 'Its application has not used its access for 90 days.',
  SELLER_DISABLED: 'The operator of the marketplace has disabled this seller.',
};

function suspensionSummary({ data }: DestinationSuspendedEvent, { date }: Formats): EventSummary {
  const isSoon = data.status === 'ACTIVE';
  const many = data.channelNames.length > 1;
  const subject = many ? `${data.channelNames.length} destinations` : 'A destination';
  const headline = isSoon
    ? `${subject} will be suspended on ${date(data.EffectiveFrom)}`
    : `${subject} ${many ? 'were' : 'was'} suspended`;
  const names = data.channelNames.join(', ');
  const text = `${names ? `${names}: ` : ''}${reasons[data.statusReason] ?? 'Nothing is sent to it any more.'}`;
  return { group: 'destinations', tone: isSoon ? 'warn' : 'bad', headline, text, page: '/notifications' };
}

function expirySummary({ data }: CredentialExpiringEvent, { date }: Formats): EventSummary {
  const isSecret = data.credentialType === 'CLIENT_SECRET';
  const headline = `${isSecret ? 'A client secret expires' : 'The access of an application ends'} on ${date(data.EffectiveUntil)}`;
  const advice = isSecret ? 'Give the application another secret before.' : 'Connect it again if you still use it.';
  const tone = data.DaysBefore > 1 ? 'warn' : 'bad';
  return { group: 'other', tone, headline, text: `${data.applicationName ?? data.clientId}: ${advice}` };
}

function reportSummary({ data }: ReportReadyEvent): EventSummary {
  const shared = { group: 'other', page: '/reports' } as const;
  if (data.state !== 'DONE') {
    const text = data.failure?.message ?? '';
    return { ...shared, tone: 'bad', headline: 'A report could not be made', text };
  }
  const { lines = 0 } = data;
  return {
    ...shared,
    tone: 'good',
    headline: 'A report is ready',
    text: `It has ${numberText(lines)} ${lines === 1 ? 'line' : 'lines'}.`,
  };
}
