import type { MarketRecord } from '../../../src/domain/market/records/market-record.ts';
import { recordOf } from '../../harness/record-of.ts';

/** A market small enough to work out every answer by hand, as `worked-*.test.ts` do. */

export const NOW: number = Date.parse('2026-11-15T12:00:00.000Z');

/** The buy box needs 80 % and 10 ratings: EDGE has exactly both; FAIL and GREN each just miss one. */
const sellers = `
  seller  rating  ratings  featured
  ACME    98      1000     yes
  BOLT    95.5    400      yes
  CORE    95.5    250      yes
  DUNE    95.5    250      yes
  EDGE    80      10       yes
  FAIL    79.9    5000     yes
  GREN    100     9        yes
  HUSH    99      800      no`;

/**
 * PAN has every reason that keeps an offer from winning, and every tie at 22.00. LAMP has all conditions, each won by
 * another tie-break, and business prices. KETTLE has dates, and a threshold that only a business price meets. VASE, RACK and
 * BARE have nothing on sale, for three reasons.
 */
const offers = `
  item    seller  sku               condition    sub                  channel  price  shipping  business  discounts         stock
  PAN     ACME    pan-acme          New          New                  FS       22.00  0.00      -         -                 41
  PAN     BOLT    pan-bolt          New          New                  SELLER   18.00  4.00      -         -                 42
  PAN     CORE    pan-core          New          New                  SELLER   20.00  2.00      -         -                 43
  PAN     DUNE    pan-dune          New          New                  SELLER   22.00  0.00      -         -                 44
  PAN     DUNE    pan-dune-2        New          New                  SELLER   21.00  1.00      -         -                 45
  PAN     EDGE    pan-edge          New          New                  SELLER   23.00  2.00      -         -                 1
  PAN     BOLT    pan-bolt-fs       New          New                  FS       25.01  0.00      -         -                 46
  PAN     FAIL    pan-fail          New          New                  SELLER   15.00  0.00      -         -                 47
  PAN     GREN    pan-gren          New          New                  FS       16.00  1.50      -         -                 48
  PAN     HUSH    pan-hush          New          New                  SELLER   19.00  0.50      -         -                 49
  PAN     ACME    pan-acme-out      New          New                  FS       12.00  0.00      11.00     -                 0
  PAN     CORE    pan-core-off      New          New                  SELLER   11.00  0.00      -         -                 51
  PAN     EDGE    pan-edge-bare     New          New                  SELLER   10.00  -         -         -                 52
  PAN     CORE    pan-core-soon     New          New                  SELLER   9.00   0.00      -         -                 53
  PAN     DUNE    pan-dune-someday  New          New                  SELLER   8.00   0.00      -         -                 54
  PAN     ACME    pan-acme-used     Used         Good                 SELLER   14.00  3.00      -         -                 1
  PAN     GREN    pan-gren-used     Used         VeryGood             SELLER   9.00   0.00      -         -                 1
  LAMP    ACME    lamp-acme         New          New                  SELLER   29.00  1.00      27.00     5:26.00,10:25.00  61
  LAMP    BOLT    lamp-bolt         New          OEM                  SELLER   30.00  0.00      -         10:28.00          62
  LAMP    EDGE    lamp-edge         New          New                  SELLER   33.00  1.00      26.50     3:26.00,10:24.50  63
  LAMP    HUSH    lamp-hush         New          New                  FS       31.00  0.00      20.00     2:19.00           64
  LAMP    DUNE    lamp-dune         New          New                  FS       32.00  0.00      -         -                 65
  LAMP    BOLT    lamp-bolt-used    Used         Good                 SELLER   12.00  3.00      -         -                 1
  LAMP    CORE    lamp-core-used    Used         Acceptable           SELLER   13.00  2.00      11.00     -                 1
  LAMP    CORE    lamp-core-mint    Collectible  Mint                 FS       99.99  0.00      -         -                 1
  LAMP    DUNE    lamp-dune-mint    Collectible  VeryGood             FS       99.99  0.00      -         -                 1
  LAMP    DUNE    lamp-ref-a        Refurbished  Refurbished          SELLER   40.00  0.00      -         -                 1
  LAMP    DUNE    lamp-ref-B        Refurbished  RefurbishedWarranty  SELLER   35.00  5.00      -         -                 1
  LAMP    FAIL    lamp-fail-club    Club         Club                 SELLER   5.00   0.00      -         -                 66
  KETTLE  ACME    ket-acme          New          New                  FS       41.00  0.00      39.00     -                 71
  KETTLE  BOLT    ket-bolt          New          New                  SELLER   42.00  0.50      -         -                 72
  KETTLE  CORE    ket-core          New          New                  SELLER   43.00  0.00      -         -                 73
  KETTLE  DUNE    ket-dune          New          New                  SELLER   38.00  0.00      -         -                 74
  VASE    ACME    vase-acme         New          New                  FS       10.00  0.00      -         -                 81
  VASE    BOLT    vase-bolt         Used         Good                 SELLER   6.00   0.00      -         -                 0
  VASE    CORE    vase-core         New          New                  SELLER   7.00   0.00      -         -                 82
  VASE    DUNE    vase-dune         New          New                  SELLER   9.00   0.00      -         -                 83
  RACK    ACME    rack-acme         New          New                  SELLER   10.00  -         -         -                 91
  RACK    BOLT    rack-bolt         New          New                  SELLER   10.00  0.00      -         -                 0
  RACK    CORE    rack-core         New          New                  SELLER   10.00  0.00      -         -                 93
  BARE    ACME    bare-acme         New          New                  SELLER   10.00  0.00      -         -                 92`;

/** Fields that few offers have, and those that keep some offers off the shelf. */
const details: Record<string, object> = {
  'pan-acme': {
    regularPrice: 24,
    points: 22,
    handling: { minimumHours: 0, maximumHours: 24 },
    shipsFrom: { state: 'WA', country: 'US' },
    prime: { isPrime: true, isNationalPrime: false },
  },
  'pan-bolt': { handling: { minimumHours: 24, maximumHours: 48 }, shipsFrom: { country: 'CA' } },
  'pan-acme-used': { conditionNotes: 'Light scratches, "as seen".' },
  'pan-core-off': { active: false },
  'pan-core-soon': { startTime: '2026-11-16T12:00:00Z' },
  'pan-dune-someday': { availability: 'FUTURE_WITHOUT_DATE' },
  'ket-acme': { availability: 'FUTURE_WITH_DATE', availableDate: '2026-12-01T00:00:00Z' },
  // The date has passed, so the offer is available now.
  'ket-bolt': { availability: 'FUTURE_WITH_DATE', availableDate: '2026-11-01T00:00:00Z' },
  // This offer starts exactly now and is on sale. The next one starts a millisecond later and is not.
  'ket-core': { startTime: '2026-11-15T12:00:00Z' },
  'ket-dune': { startTime: '2026-11-15T12:00:00.001Z' },
  'vase-acme': { startTime: '2026-11-20T08:00:00Z' },
  'vase-bolt': { startTime: '2026-11-18T08:00:00Z' },
  'vase-core': { startTime: '2026-11-16T08:00:00Z', active: false },
  'vase-dune': { startTime: '2026-11-25T08:00:00Z' },
  'rack-core': { startTime: '2026-11-16T08:00:00Z' },
  'bare-acme': { active: false },
};

/** PAN has every catalogue field, LAMP only a name. */
const items = [
  {
    itemId: 'PAN',
    attributes: { Title: 'Cast iron pan', Brand: 'Ember', Color: 'Black', Size: '10 in', ProductGroup: 'Kitchen' },
    dimensions: { lengthIn: 12, widthIn: 10.5, heightIn: 2.25 },
    weightLb: 6.125,
    listPrice: 29.99,
    competitivePriceThreshold: 25,
    salesRanks: [
      { category: 'kitchen_display_on_website', rank: 1523 },
      { category: '289851', rank: 12 },
    ],
    tradeInValue: 4.25,
    relatives: { parent: 'PANS', children: [] },
  },
  { itemId: 'LAMP', attributes: { Title: 'Lamp' } },
  { itemId: 'KETTLE', attributes: { Title: 'Kettle' }, listPrice: 45, competitivePriceThreshold: 40 },
  { itemId: 'VASE', attributes: { Title: 'Vase' } },
  { itemId: 'RACK', attributes: { Title: 'Rack' } },
  { itemId: 'BARE', attributes: { Title: 'Shelf' } },
];

/**
 * The same SKU of the same seller in another marketplace is another offer, in a currency without decimals. Its discount is
 * the only thing that a business sees and a consumer does not.
 */
const japan = [
  {
    ...{ kind: 'item', marketplaceId: 'STORE_JP', itemId: 'KETTLE', category: 'home', attributes: { Title: 'Yakan' } },
    ...{ listPrice: 6000, competitivePriceThreshold: 5300 },
  },
  {
    ...{ kind: 'offer', marketplaceId: 'STORE_JP', sellerId: 'ACME', sku: 'ket-acme', itemId: 'KETTLE' },
    ...{ condition: 'New', subCondition: 'New', channel: 'FS', listingPrice: 5000, shipping: 300, quantity: 75 },
    quantityDiscounts: [{ quantity: 4, price: 4800 }],
  },
];

/** The market, in the order in which an operator would send it. */
export function workedMarket(): MarketRecord[] {
  const records = [
    { kind: 'marketplace', marketplaceId: 'STORE_US', name: 'US', countryCode: 'US', currency: 'USD', isDefault: true },
    { kind: 'marketplace', marketplaceId: 'STORE_JP', name: 'JP', countryCode: 'JP', currency: 'JPY' },
    ...rowsOf(sellers).map(sellerOf),
    ...items.map((item) => ({ kind: 'item', marketplaceId: 'STORE_US', category: 'home', ...item })),
    ...rowsOf(offers).map(offerOf),
    ...japan,
  ];
  return records.map(recordOf);
}

type Row = Record<string, string>;

/** The rows of a table, by the names in its first line. `-` means no value. */
function rowsOf(table: string): Row[] {
  const [names = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return rows.map((cells) => {
    if (cells.length !== names.length) throw new Error(`a cell too many or too few: ${cells.join(' ')}`);
    return Object.fromEntries(names.map((name, at) => [name, cells[at] as string]).filter(([, cell]) => cell !== '-'));
  });
}

const sellerOf = (row: Row) => ({
  kind: 'seller',
  sellerId: row.seller,
  plan: 'Professional',
  feedbackRating: Number(row.rating),
  feedbackCount: Number(row.ratings),
  featuredMerchant: row.featured === 'yes',
});

const offerOf = (row: Row) => ({
  ...{ kind: 'offer', marketplaceId: 'STORE_US', sellerId: row.seller, sku: row.sku, itemId: row.item },
  ...{ condition: row.condition, subCondition: row.sub, channel: row.channel, listingPrice: Number(row.price) },
  ...(row.shipping === undefined ? {} : { shipping: Number(row.shipping) }),
  ...(row.business === undefined ? {} : { businessPrice: Number(row.business) }),
  ...(row.discounts === undefined ? {} : { quantityDiscounts: row.discounts.split(',').map(discountOf) }),
  quantity: Number(row.stock),
  ...details[row.sku as string],
});

function discountOf(text: string) {
  const [quantity, price] = text.split(':');
  return { quantity: Number(quantity), price: Number(price) };
}
