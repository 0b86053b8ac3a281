import { item } from './items.ts';
import { FS, own, rival } from './offer.ts';
import { DEMO_NEWCOMER } from './sellers.ts';

/** Items 22 to 28: cases of the buy box rule that items 1 to 21 do not show. `docs/explain.md` explains them. */
// biome-ignore format: a table reads better with one item per paragraph.
export const explainedItems: readonly Record<string, unknown>[] = [
  item(22, 'musical_instruments', {
    title: 'Fable soprano ukulele, mahogany', brand: 'Fable', color: 'Brown', group: 'Musical Instruments',
    box: [22, 7, 3], weightLb: 1.3, listPrice: 79, threshold: 65, ranks: { music_instruments_display_on_website: 940 },
  }),
  item(23, 'plumbing_heating_cooling', {
    title: 'Basin water softener salt, 20 lb', brand: 'Basin', size: '20 lb', group: 'Home Improvement',
    box: [16, 10, 4], weightLb: 20.4, listPrice: 17.5, threshold: 14.99, ranks: { hi_display_on_website: 5120 },
  }),
  item(24, 'luggage_travel', {
    title: 'Wayfare cabin suitcase', brand: 'Wayfare', color: 'Navy', size: '21 inch', group: 'Luggage',
    box: [22, 15, 10], weightLb: 7.2, listPrice: 119, threshold: 99, ranks: { luggage_display_on_website: 377 },
  }),
  item(25, 'shoes_handbags_eyewear', {
    title: 'Strand leather sandals', brand: 'Strand', color: 'Tan', size: '8', group: 'Shoes',
    box: [12, 8, 4.5], weightLb: 1.6, listPrice: 69, threshold: 62, ranks: { shoes_display_on_website: 2885 },
  }),
  item(26, 'industrial_scientific', {
    title: 'Gauge digital caliper, 6 inch', brand: 'Gauge', color: 'Steel', group: 'Industrial',
    box: [10, 4, 1.5], weightLb: 0.8, listPrice: 39.5, threshold: 35, ranks: { industrial_display_on_website: 119 },
  }),
  item(27, 'camera_photo', {
    title: 'Alder carbon travel tripod', brand: 'Alder', color: 'Black', group: 'Camera',
    box: [18, 5, 5], weightLb: 3.4, listPrice: 89, threshold: 82, ranks: { camera_display_on_website: 640 },
  }),
  item(28, 'toys_games', {
    title: 'Tideline cooperative board game', brand: 'Tideline', group: 'Toy',
    box: [11, 11, 3], weightLb: 2.6, listPrice: 24.99, threshold: 22.5, ranks: { toys_display_on_website: 1310 },
  }),
];

// biome-ignore format: a table reads better with one offer per line.
export const explainedOffers: readonly Record<string, unknown>[] = [
  // No rival: the threshold alone limits the price.
  own(22, [59, 0]),

  // Its shipping alone costs more than the rival's offer with shipping: no price wins.
  own(23, [2.49, 11.99]),
  rival('A14SIERRATOOLS', 23, [9.99, 0], FS),

  own(24, [89, 0], { active: false }),
  rival('A13LAKESIDE', 24, [92, 0]),

  own(25, [54, 0], { availability: 'FUTURE_WITHOUT_DATE' }),
  rival('A25SEABRIGHT', 25, [55, 2.5]),

  // Only the rivals have business prices: consumers see three competing offers, businesses two that compete and this one alone.
  own(26, [31.5, 0]),
  rival('A14SIERRATOOLS', 26, [29.9, 0], { businessPrice: 27.9 }),
  rival('A26IRONBRIDGE', 26, [30.75, 0], { businessPrice: 28.4 }),

  // Two SKUs of one seller compete with each other, too.
  own(27, [74, 0]),
  own(27, [72.5, 0], { ...FS, sku: 'DEMO-SKU-27-FS' }),
  rival('A8NORTHGATE', 27, [76, 0], FS),

  // The lowest price, of a seller who is not eligible.
  rival(DEMO_NEWCOMER, 28, [17.5, 0]),
  rival('A20BLUEDOOR', 28, [19.99, 0]),
  rival('A7BRIGHTHARBOR', 28, [21.5, 0], FS),
];
