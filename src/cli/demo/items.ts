/** `ITEM000007` for 7. */
export function itemId(n: number): string {
  return `ITEM${String(n).padStart(6, '0')}`;
}

type ItemFields = {
  title: string;
  brand: string;
  group: string;
  color?: string;
  size?: string;
  /** Inches and pounds of the packed unit. */
  box?: readonly [lengthIn: number, widthIn: number, heightIn: number];
  weightLb?: number;
  listPrice?: number;
  threshold?: number;
  ranks?: Readonly<Record<string, number>>;
  more?: Readonly<Record<string, unknown>>;
};

/** An item of STORE_US. */
export function item(n: number, category: string, fields: ItemFields): Record<string, unknown> {
  const { title, brand, color, size, group, box, weightLb, listPrice, threshold, ranks, more } = fields;
  return {
    kind: 'item',
    marketplaceId: 'STORE_US',
    itemId: itemId(n),
    category,
    attributes: {
      Title: title,
      Brand: brand,
      ...(color !== undefined && { Color: color }),
      ...(size !== undefined && { Size: size }),
      ProductGroup: group,
    },
    ...(box !== undefined && { dimensions: { lengthIn: box[0], widthIn: box[1], heightIn: box[2] } }),
    ...(weightLb !== undefined && { weightLb }),
    ...(listPrice !== undefined && { listPrice }),
    ...(threshold !== undefined && { competitivePriceThreshold: threshold }),
    salesRanks: Object.entries(ranks ?? {}).map(([name, rank]) => ({ category: name, rank })),
    ...more,
  };
}

// biome-ignore format: a table reads better with one item per paragraph.
const LISTED_ITEMS = [
  // Ships as 9 lb (dimensional weight 8.64, decision 19): a fulfilment fee of 7.75.
  item(1, 'home_garden_kitchen', {
    title: 'Ember cast iron Dutch oven, 5 quart', brand: 'Ember', color: 'Black', size: '5 quart', group: 'Kitchen',
    box: [12, 10, 10], weightLb: 6, listPrice: 29.99, threshold: 27.5,
    ranks: { home_garden_display_on_website: 1523, dutch_ovens: 12 },
  }),
  item(2, 'consumer_electronics', {
    title: 'Lumen N2 noise-cancelling headphones, Graphite', brand: 'Lumen', color: 'Graphite', size: 'One size',
    group: 'Consumer Electronics', box: [9.2, 8.1, 3.4], weightLb: 1.65, listPrice: 249.99, threshold: 224.99,
    ranks: { electronics_display_on_website: 318, over_ear_headphones: 7 },
    more: { tradeInValue: 84.5, hazmat: false, relatives: { parent: itemId(900), children: [itemId(901), itemId(902)] } },
  }),
  item(3, 'books', {
    title: 'A Field Guide to Northern Rivers', brand: 'Tern Press', group: 'Book',
    box: [9.2, 6.1, 1.1], weightLb: 1.4, listPrice: 34.95, threshold: 29.5,
    ranks: { book_display_on_website: 48_211, river_ecology: 66 }, more: { tradeInValue: 3.1 },
  }),
  item(4, 'apparel_accessories', {
    title: 'Harrow heavyweight crew T-shirt', brand: 'Harrow', color: 'Moss', size: 'M', group: 'Apparel',
    box: [11, 9, 1.2], weightLb: 0.45, listPrice: 22, threshold: 19.99, ranks: { fashion_display_on_website: 9120 },
  }),
  item(5, 'jewelry', {
    title: 'Aurelia 14k gold signet ring', brand: 'Aurelia', color: 'Yellow gold', size: '7', group: 'Jewelry',
    box: [4, 4, 2], weightLb: 0.2, listPrice: 380, threshold: 349, ranks: { jewelry_display_on_website: 22_140 },
  }),
  item(6, 'watches', {
    title: 'Meridian automatic diver watch, 41 mm', brand: 'Meridian', color: 'Steel', size: '41 mm', group: 'Watch',
    box: [6, 5, 4.5], weightLb: 1.2, listPrice: 2450, threshold: 2200, ranks: { watch_display_on_website: 1804 },
  }),
  item(7, 'electronics_accessories', {
    title: 'Portline 12-in-1 docking station', brand: 'Portline', color: 'Silver', group: 'Electronics Accessories',
    box: [9, 4, 2.2], weightLb: 1.1, listPrice: 189.99, threshold: 169.99,
    ranks: { electronics_display_on_website: 2410, docking_stations: 31 },
  }),
  item(8, 'toys_games', {
    title: 'Rocket Ranger die-cast ship, first issue 1978', brand: 'Zephyr Toys', color: 'Red', group: 'Toy',
    box: [8.5, 6, 3], weightLb: 0.9, threshold: 120, ranks: { toys_display_on_website: 61_007 },
  }),
  item(9, 'personal_computers', {
    title: 'Calder 14 laptop, 16 GB, 512 GB', brand: 'Calder', color: 'Grey', size: '14 inch', group: 'Personal Computer',
    box: [15.5, 11, 3], weightLb: 5.4, listPrice: 899, threshold: 640, ranks: { pc_display_on_website: 845 },
    more: { tradeInValue: 212 },
  }),
  item(10, 'music_video_software', {
    title: 'Late Trains (club edition)', brand: 'Ines Okafor', group: 'Music',
    box: [5.6, 5, 0.5], weightLb: 0.25, listPrice: 14.98, threshold: 13.99, ranks: { music_display_on_website: 7350 },
  }),
  item(11, 'furniture', {
    title: 'Fjord standing mirror, oak frame', brand: 'Fjord', color: 'Oak', size: '52 x 18 in', group: 'Furniture',
    box: [54, 20, 6], weightLb: 38, listPrice: 279, threshold: 259, ranks: { furniture_display_on_website: 3391 },
  }),
  item(12, 'appliances_major', {
    title: 'Polaris French door refrigerator, 25 cu ft', brand: 'Polaris', color: 'Stainless', group: 'Major Appliances',
    box: [70, 36, 34], weightLb: 240, listPrice: 1099, threshold: 999, ranks: { appliances_display_on_website: 214 },
  }),
  item(13, 'automotive_powersports', {
    title: 'Torque brake cleaner spray, 14 oz', brand: 'Torque', size: '14 oz', group: 'Automotive',
    box: [9.5, 2.8, 2.8], weightLb: 1.15, listPrice: 10.49, threshold: 9.99,
    ranks: { automotive_display_on_website: 402 }, more: { hazmat: true },
  }),
  item(14, 'pet_supplies', {
    title: 'Burrow orthopedic dog bed', brand: 'Burrow', color: 'Sand', size: 'Medium', group: 'Pet Products',
    box: [18, 14, 6], weightLb: 3.8, listPrice: 44, threshold: 39.99, ranks: { pet_display_on_website: 1177 },
  }),
  // Only the fields that every item has: answers leave out unknown fields (decision 1).
  item(15, 'everything_else', { title: 'Hand-turned walnut bowl', brand: 'Tilda Marsh Woodwork', group: 'Handmade' }),
  item(16, 'sports_outdoors', {
    title: 'Kestrel two-person tent', brand: 'Kestrel', color: 'Orange', size: '2 person', group: 'Outdoors',
    box: [19, 6, 6], weightLb: 4.2, listPrice: 189, threshold: 175, ranks: { sports_display_on_website: 5528 },
  }),
  item(17, 'video_games', {
    title: 'Hollow Tide II', brand: 'Lantern Works', group: 'Video Games',
    box: [6.7, 5.3, 0.6], weightLb: 0.25, listPrice: 69.99, threshold: 69.99,
  }),
  item(18, 'tools_home_improvement', {
    title: 'Anvil 20 V cordless drill', brand: 'Anvil', color: 'Yellow', group: 'Tools',
    box: [13, 10, 4.5], weightLb: 5.1, listPrice: 129, threshold: 119, ranks: { hi_display_on_website: 690 },
  }),
  item(19, 'beauty_health_personal', {
    title: 'Verbena daily moisturizer, 8 oz', brand: 'Verbena', size: '8 oz', group: 'Beauty',
    box: [7, 2.5, 2.5], weightLb: 0.7, listPrice: 24.5, threshold: 22, ranks: { beauty_display_on_website: 88 },
  }),
  item(20, 'grocery', {
    title: 'Terrace whole bean coffee, 2 lb', brand: 'Terrace', size: '2 lb', group: 'Grocery',
    box: [11, 5, 3.5], weightLb: 2.2, listPrice: 19.99, threshold: 16.99, ranks: { grocery_display_on_website: 41 },
  }),
  item(21, 'office_products', {
    title: 'Café fountain pen, medium nib', brand: 'Étude', color: 'Bordeaux', size: 'Medium', group: 'Office Product',
    box: [7, 2.5, 1.5], weightLb: 0.3, listPrice: 32, threshold: 29, ranks: { office_display_on_website: 2033 },
  }),
];

/** The variation relatives of item 2: its parent, which stands for all colours and is not sold, a sibling, and two children. */
// biome-ignore format: a table reads better with one item per paragraph.
const VARIATIONS = [
  item(900, 'consumer_electronics', {
    title: 'Lumen N2 noise-cancelling headphones', brand: 'Lumen', group: 'Consumer Electronics',
    more: { relatives: { children: [itemId(2), itemId(903)] } },
  }),
  item(901, 'consumer_electronics', {
    title: 'Lumen N2 noise-cancelling headphones, Graphite, with travel case', brand: 'Lumen', color: 'Graphite',
    group: 'Consumer Electronics', box: [9.2, 8.1, 4.2], weightLb: 2.1, listPrice: 279.99,
    more: { relatives: { parent: itemId(2) } },
  }),
  item(902, 'consumer_electronics', {
    title: 'Lumen N2 noise-cancelling headphones, Graphite, with airline adapter', brand: 'Lumen', color: 'Graphite',
    group: 'Consumer Electronics', box: [9.2, 8.1, 3.6], weightLb: 1.75, listPrice: 259.99,
    more: { relatives: { parent: itemId(2) } },
  }),
  item(903, 'consumer_electronics', {
    title: 'Lumen N2 noise-cancelling headphones, Ivory', brand: 'Lumen', color: 'Ivory',
    group: 'Consumer Electronics', box: [9.2, 8.1, 3.4], weightLb: 1.65, listPrice: 249.99,
    more: { relatives: { parent: itemId(900) } },
  }),
];

/** The items that STORE_CA sells, too, with prices in CAD. */
const CANADIAN = [
  { n: 1, listPrice: 42.99, competitivePriceThreshold: 38.5 },
  { n: 2, listPrice: 349.99, competitivePriceThreshold: 309.99, tradeInValue: 110, relatives: undefined },
  { n: 3, listPrice: 46.5, competitivePriceThreshold: 39.5, tradeInValue: 4 },
  { n: 4, listPrice: 12, competitivePriceThreshold: 9.99 },
].map(({ n, ...prices }) => ({ ...LISTED_ITEMS[n - 1], marketplaceId: 'STORE_CA', ...prices }));

export const demoItems: readonly Record<string, unknown>[] = [...LISTED_ITEMS, ...VARIATIONS, ...CANADIAN];
