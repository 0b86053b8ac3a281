export const DEMO_SELLER = 'A1DEMOSELLER';
/** On the Individual plan, so that a seller who can sign in pays the per-item fee of STORE_CA (decision 18). */
export const DEMO_RIVAL = 'A2DEMORIVAL';
/** A seller who has just begun, and can sign in: fails all three gates of the buy box that are about the seller (decision 23). */
export const DEMO_NEWCOMER = 'A3DEMONEW';

type SellerRow = readonly [
  sellerId: string,
  name: string,
  plan: 'Professional' | 'Individual',
  feedbackRating: number,
  feedbackCount: number,
  /** Featured merchant. */
  featured: boolean,
  state: string,
  country?: string,
];

// The four sellers after the rival each fail one requirement of the buy box (decision 23): the rating, the feedback count, and
// featured merchant twice.
// biome-ignore format: a table reads better with one seller per line.
const SELLERS: readonly SellerRow[] = [
  [DEMO_SELLER, 'Demo Seller', 'Professional', 97.5, 812, true, 'WA'],
  [DEMO_RIVAL, 'Demo Rival', 'Individual', 94, 356, true, 'OR'],
  ['A3BARGAINBARN', 'Bargain Barn', 'Professional', 71.5, 2240, true, 'NV'],
  ['A4FRESHSTART', 'Fresh Start Goods', 'Individual', 100, 4, true, 'ID'],
  ['A5ATTICFINDS', 'Attic Finds', 'Individual', 98, 63, false, 'VT'],
  ['A6MAPLEDEPOT', 'Maple Depot', 'Professional', 91, 418, false, 'ON', 'CA'],
  ['A7BRIGHTHARBOR', 'Bright Harbor', 'Professional', 98.5, 15_320, true, 'KY'],
  ['A8NORTHGATE', 'Northgate Supply', 'Professional', 96, 4210, true, 'NJ'],
  ['A9COPPERKETTLE', 'The Copper Kettle', 'Professional', 95.5, 1187, true, 'OH'],
  ['A10PAGETURNER', 'Page Turner Books', 'Professional', 97, 28_450, true, 'PA'],
  ['A11RENEWLAB', 'Renew Lab', 'Professional', 93.5, 6034, true, 'TX'],
  ['A12VINYLROOM', 'The Vinyl Room', 'Professional', 99, 902, true, 'TN'],
  ['A13LAKESIDE', 'Lakeside Outfitters', 'Professional', 94.5, 733, true, 'MN'],
  ['A14SIERRATOOLS', 'Sierra Tools', 'Professional', 92, 1645, true, 'CA'],
  ['A15PETPANTRY', 'Pet Pantry', 'Professional', 96.5, 3308, true, 'IL'],
  ['A16GEMLINE', 'Gemline', 'Professional', 98, 511, true, 'NY'],
  ['A17HOROLOGY', 'Hudson Horology', 'Professional', 99.5, 267, true, 'NY'],
  ['A18CIRCUITWEST', 'Circuit West', 'Professional', 90.5, 8120, true, 'AZ'],
  ['A19SUNFLOWER', 'Sunflower Market', 'Professional', 95, 1422, true, 'KS'],
  ['A20BLUEDOOR', 'Blue Door Home', 'Professional', 93, 640, true, 'GA'],
  ['A21EVERGREEN', 'Evergreen Health', 'Professional', 97.5, 5190, true, 'UT'],
  ['A22TWINPEAKS', 'Twin Peaks Trading', 'Professional', 88.5, 377, true, 'CO'],
  ['A23OLDMILL', 'Old Mill Store', 'Professional', 86, 154, true, 'VA'],
  ['A24HARVESTLANE', 'Harvest Lane', 'Professional', 92.5, 988, true, 'IA'],
  ['A25SEABRIGHT', 'Seabright', 'Professional', 95.5, 2051, true, 'FL'],
  ['A26IRONBRIDGE', 'Iron Bridge', 'Professional', 89, 301, true, 'MI'],
  ['A27QUICKCART', 'Quick Cart', 'Professional', 84.5, 12_760, true, 'CA'],
  // Last: the offers on item 19 are those of the first rivals.
  [DEMO_NEWCOMER, 'Demo Newcomer', 'Individual', 75, 4, false, 'MT'],
];

/** The registered addresses of the sellers who can sign in: EMAIL and SMS destinations use them by default (decision 26). */
const CONTACTS: Readonly<Record<string, { email: string; phone: string }>> = {
  [DEMO_SELLER]: { email: 'demo@store.example', phone: '+12065550123' },
  [DEMO_RIVAL]: { email: 'rival@store.example', phone: '+15035550145' },
  [DEMO_NEWCOMER]: { email: 'new@store.example', phone: '+14065550167' },
};

const BOTH_MARKETPLACES = [
  { marketplaceId: 'STORE_US', isParticipating: true, hasSuspendedListings: false },
  { marketplaceId: 'STORE_CA', isParticipating: true, hasSuspendedListings: false },
];

export const demoSellers: readonly Record<string, unknown>[] = SELLERS.map(
  ([sellerId, name, plan, feedbackRating, feedbackCount, featuredMerchant]) => ({
    ...{ kind: 'seller', sellerId, name, plan, feedbackRating, feedbackCount, featuredMerchant },
    ...CONTACTS[sellerId],
    participations: BOTH_MARKETPLACES,
  }),
);

/** All sellers except the demo seller. */
export const rivalIds: readonly string[] = SELLERS.slice(1).map(([sellerId]) => sellerId);

/** The location that a seller ships from. */
export function shipsFromOf(sellerId: string): { state: string; country: string } {
  const row = SELLERS.find(([id]) => id === sellerId);
  if (row === undefined) throw new Error(`there is no demo seller ${sellerId}`);
  return { state: row[6], country: row[7] ?? 'US' };
}
