/** What a person wants to know first of an event. Every text comes from the body, which anyone may have posted. */
export type Glance = {
  /** The outcome in one word, such as LOST, and whether it is good news. */
  outcome?: { word: string; tone: 'good' | 'bad' | 'neutral' };
  /** The item, its condition and its customers. */
  about: string;
  sentence: string;
  facts: readonly (readonly [label: string, value: string])[];
};

const MAX_CHARACTERS = 200;
/** Own offers, and offers of the item, that are listed at most. */
const MAX_LISTED = 5;

/** Undefined for a body that is no event of the market. Fields that are missing or have another type are left out. */
export function glanceOf(event: unknown): Glance | undefined {
  const data = at(event, 'data');
  switch (at(event, 'type')) {
    case 'BUY_BOX_CHANGED':
      return { about: aboutOf(event), ...boxGlance(data) };
    case 'ANY_OFFER_CHANGED':
      return { about: aboutOf(event), ...offersGlance(data) };
    case 'PRICING_HEALTH':
      return { about: aboutOf(event), ...healthGlance(data) };
    case 'PRICE_CHANGED':
      return { about: aboutOf(event), ...termsGlance(data) };
    case 'FEE_PROMOTION':
      return { about: text(at(data, 'marketplaceId')), ...promotionGlance(data) };
    case 'FEE_CHANGED':
      return { about: text(at(data, 'marketplaceId')), ...feesGlance(data) };
    default:
      return undefined;
  }
}

type Content = Omit<Glance, 'about'>;

const TONES: Readonly<Record<string, 'good' | 'bad'>> = {
  ...{ WON: 'good', LOST: 'bad', RECOVERED: 'good', UNHEALTHY: 'bad', BEGINS: 'good', ENDS: 'bad' },
};

function boxGlance(data: unknown): Content {
  const [now, before] = [at(data, 'BuyBoxPrice'), at(data, 'PreviousBuyBoxPrice')];
  const winBack = at(data, 'Change') === 'LOST' ? winBackText(listed(at(data, 'MyOffers'))) : '';
  return {
    ...outcomeOf(at(data, 'Change')),
    sentence: `${whoHolds(now)} the buy box now${priceAt(now)}; before: ${holderText(before)}.${winBack}`,
    facts: [
      ['Now', holderText(now)],
      ['Before', holderText(before)],
      ['Difference', money(at(data, 'PriceDifference'))],
      ['Cause', text(at(data, 'Cause'))],
      ...listed(at(data, 'MyOffers')).map((own) => [`Your ${text(at(own, 'SellerSKU'))}`, ownOfferText(own)] as const),
    ],
  };
}

/** The first own offer that has a price with which it would hold the buy box. A listing price: the offer's own shipping is added. */
function winBackText(offers: readonly unknown[]): string {
  const offer = offers.find((own) => winningPrice(own) !== '');
  if (offer === undefined) return '';
  const sku = offers.length === 1 ? '' : ` for ${text(at(offer, 'SellerSKU'))}`;
  const net = netText(at(offer, 'NetAtWinningPrice', 'Net'));
  return ` ${winningPrice(offer)}${sku} wins it back${net && `, ${net}`}.`;
}

const winningPrice = (own: unknown) => money(at(own, 'WinningPrice', 'ListingPrice'));

function offersGlance(data: unknown): Content {
  const count = at(data, 'Summary', 'TotalOfferCount');
  const offers = listed(at(data, 'Offers'));
  const [lowest] = offers.map(landedOf).filter((price) => price !== '');
  const many =
    typeof count === 'number' ? `${count} ${count === 1 ? 'offer' : 'offers'} on the item` : 'Its offers changed';
  return {
    sentence: `${many}${lowest === undefined ? '' : `; the lowest in this condition: ${lowest}`}.`,
    facts: offers.map((offer, n) => [`Offer ${n + 1}`, offerText(offer)] as const),
  };
}

function healthGlance(data: unknown): Content {
  const offers = listed(at(data, 'Offers'));
  const isUnhealthy = at(data, 'Health') === 'UNHEALTHY';
  return {
    ...outcomeOf(at(data, 'Health')),
    sentence: isUnhealthy
      ? 'An offer of yours is not eligible for the buy box of consumers any more.'
      : 'An offer of yours is eligible for the buy box of consumers again.',
    facts: offers.map((offer) => [`Your ${text(at(offer, 'SellerSKU'))}`, healthText(offer)] as const),
  };
}

function termsGlance(data: unknown): Content {
  const [before, after] = [landedOf(at(data, 'TermsBefore')), landedOf(at(data, 'TermsAfter'))];
  const isCrossed = at(data, 'LimitsCrossed') === true;
  return {
    ...(isCrossed && { outcome: { word: 'LIMIT CROSSED', tone: 'bad' as const } }),
    sentence: `Your ${text(at(data, 'SellerSKU'))} asks ${after} now${before !== after && before !== '' ? `; before: ${before}` : ''}.`,
    facts: [
      ['Revision', String(at(data, 'TermsRevision') ?? '').slice(0, MAX_CHARACTERS)],
      ['Changed by', text(at(data, 'ChangedBy', 'Kind'))],
      ['Receipt', text(at(data, 'PriceChangeId'))],
    ],
  };
}

function promotionGlance(data: unknown): Content {
  const rate = at(data, 'RatePercent');
  const less = money(at(data, 'FeePromotion')) || (typeof rate === 'number' ? `${rate} %` : '');
  return {
    ...outcomeOf(at(data, 'Change')),
    sentence: `A promotion on a fee of ${listingsText(data)}${less && `: ${less} less`}.`,
    facts: [
      ['Promotion', text(at(data, 'PromotionName')) || text(at(data, 'PromotionId'))],
      ['Fee', text(at(data, 'FeeType'))],
      ['From', text(at(data, 'EffectiveFrom'))],
      ['Until', text(at(data, 'EffectiveUntil'))],
      ...listed(at(data, 'Listings')).map(
        (one) => [`Your ${text(at(one, 'SellerSKU'))}`, `${money(at(one, 'FeePromotion'))} less`] as const,
      ),
    ],
  };
}

function feesGlance(data: unknown): Content {
  return {
    sentence: `The fees of ${listingsText(data)} change on ${text(at(data, 'EffectiveFrom'))}.`,
    facts: [
      ['Together', money(at(data, 'TotalDifference'))],
      ...listed(at(data, 'Largest')).map(
        (one) =>
          [
            `Your ${text(at(one, 'SellerSKU'))}`,
            `${money(at(one, 'Before'))}, then ${money(at(one, 'After'))}`,
          ] as const,
      ),
    ],
  };
}

function listingsText(data: unknown): string {
  const count = at(data, 'ListingCount');
  return count === 1 ? 'one listing of yours' : `${typeof count === 'number' ? count : 'some'} of your listings`;
}

function outcomeOf(word: unknown): Pick<Glance, 'outcome'> {
  const shown = text(word);
  if (shown === '') return {};
  return { outcome: { word: shown, tone: Object.hasOwn(TONES, shown) ? (TONES[shown] ?? 'neutral') : 'neutral' } };
}

function aboutOf(event: unknown): string {
  const data = at(event, 'data');
  return [at(event, 'subject'), at(data, 'ItemCondition'), at(data, 'CustomerType'), at(data, 'offerType')]
    .map(text)
    .filter((part) => part !== '')
    .join(' · ');
}

const isReceiver = (holder: unknown) => at(holder, 'belongsToRequester') === true;

function whoHolds(holder: unknown): string {
  if (isReceiver(holder)) return 'You hold';
  return `${holder === undefined ? 'Nobody' : text(at(holder, 'sellerId'))} holds`;
}

const landedOf = (price: unknown) => {
  const [listing, shipping] = [at(price, 'ListingPrice'), at(price, 'Shipping')];
  return money(at(price, 'LandedPrice')) || money(sumOf(listing, shipping)) || money(listing);
};

const priceAt = (price: unknown) => (landedOf(price) === '' ? '' : ` at ${landedOf(price)} with shipping`);

function holderText(holder: unknown): string {
  if (holder === undefined) return 'nobody';
  return `${isReceiver(holder) ? 'you' : text(at(holder, 'sellerId'))}${priceAt(holder)}`;
}

function ownOfferText(own: unknown): string {
  const price = money(at(own, 'OwnPrice', 'ListingPrice'));
  const winning = winningPrice(own);
  const net = netText(at(own, 'NetAtWinningPrice', 'Net'));
  const loses = at(own, 'NetAtOwnPrice', 'Net', 'Amount');
  const ownLoss = typeof loses === 'number' && loses < 0 ? `, ${netText(at(own, 'NetAtOwnPrice', 'Net'))}` : '';
  if (at(own, 'IsBuyBoxWinner') === true) return `${price}; it holds the buy box${ownLoss}`;
  if (winning === '') return `${price}; ${text(at(own, 'WinningPrice', 'resultStatus'))}${ownLoss}`;
  return `${price}; ${winning} would win${net && `, ${net}`}`;
}

/** `net 14.00 USD after fees`, or that the price loses money. */
function netText(net: unknown): string {
  const [amount, currency] = [at(net, 'Amount'), at(net, 'CurrencyCode')];
  if (typeof amount !== 'number' || amount >= 0) return money(net) && `net ${money(net)} after fees`;
  const loss = money({ CurrencyCode: currency, Amount: -amount });
  return loss && `but each sale loses ${loss} after fees`;
}

function offerText(offer: unknown): string {
  const seller = at(offer, 'MyOffer') === true ? 'yours' : text(at(offer, 'SellerId'));
  return `${landedOf(offer)}, ${seller}${at(offer, 'IsBuyBoxWinner') === true ? ', holds the buy box' : ''}`;
}

function healthText(offer: unknown): string {
  const gates = listed(at(offer, 'FailingGates')).map((gate) => text(at(gate, 'Explanation')));
  return [`${text(at(offer, 'Health'))}, ${landedOf(at(offer, 'OwnPrice'))}.`, ...gates].join(' ');
}

/** The value at a path, or undefined: the body may have any form. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? inner[name as never] : undefined,
    value,
  );
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_LISTED) : []);

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : '');

function sumOf(one: unknown, other: unknown): object | undefined {
  const [a, b] = [at(one, 'Amount'), at(other, 'Amount')];
  if (typeof a !== 'number' || typeof b !== 'number') return undefined;
  return { CurrencyCode: at(one, 'CurrencyCode'), Amount: a + b };
}

/** `1,522.99 USD`, in the page's language, with as many decimals as the currency has, and with a minus sign (U+2212) below zero. */
function money(value: unknown): string {
  const [amount, currency] = [at(value, 'Amount'), at(value, 'CurrencyCode')];
  if (typeof amount !== 'number' || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return '';
  const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const text = amount.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${text.replace('-', '\u2212')} ${currency}`;
}
