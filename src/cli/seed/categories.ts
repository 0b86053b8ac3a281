/** The goods of a category. Prices are medians; boxes and weights are those of a usual unit. */
export type CategoryTraits = {
  category: string;
  group: string;
  /** Its share of all items, in thousandths. */
  perMille: number;
  price: number;
  /** The standard deviation of the prices' logarithm. */
  spread: number;
  box: readonly [lengthIn: number, widthIn: number, heightIn: number];
  weightLb: number;
  /** The percentage of offers that are Used, Refurbished, Collectible and Club. The rest is New. */
  notNew: readonly [used: number, refurbished: number, collectible: number, club: number];
  /** The percentage of dangerous goods. */
  hazmat: number;
  /** Works (books, music, games) have titles. Other goods are named by brand and noun. */
  isWork: boolean;
  hasColor: boolean;
  goods: readonly Goods[];
};

export type Goods = { noun: string; sizes: readonly string[] };

type Row = readonly [
  category: string,
  group: string,
  perMille: number,
  price: number,
  spread: number,
  box: CategoryTraits['box'],
  weightLb: number,
  notNew: CategoryTraits['notNew'],
  hazmat: number,
  /** `noun, noun: size/size; noun`: goods by the sizes they come in. */
  goods: string,
];

const WORKS = ['books', 'music_video_software', 'video_games'];
/** Categories whose goods have no colour, such as tea. */
const COLORLESS = [
  'automotive_powersports',
  'beauty_health_personal',
  'grocery',
  'industrial_scientific',
  'tires_wheels',
];

// biome-ignore format: a table reads better with one category per line.
const ROWS: readonly Row[] = [
  ['apparel_accessories', 'Apparel', 110, 24, 0.6, [12, 10, 1.5], 0.8, [4, 0, 0, 0], 0,
    'T-shirt, hooded sweatshirt, rain jacket, running shorts, denim shirt: XS/S/M/L/XL/XXL; wool scarf, knit cap; leather belt: 32/34/36/38/40'],
  ['appliances_compact', 'Home Appliances', 16, 110, 0.5, [18, 14, 13], 14, [6, 12, 0, 0], 0,
    'slow cooker, air fryer: 2 quart/4 quart/6 quart; countertop oven, bread maker, compact freezer'],
  ['appliances_major', 'Major Appliances', 8, 640, 0.4, [66, 32, 30], 165, [4, 10, 0, 0], 0,
    'dishwasher, washing machine, gas range, tumble dryer; refrigerator: 18 cu ft/22 cu ft/25 cu ft'],
  ['automotive_powersports', 'Automotive', 50, 32, 0.9, [12, 8, 5], 3.2, [3, 3, 0, 0], 6,
    'brake pad set, floor mat set: front/rear; wiper blade: 18 in/22 in/26 in; motorcycle gloves: S/M/L/XL; oil filter, car cover, tire inflator'],
  ['baby', 'Baby Products', 26, 28, 0.7, [12, 9, 6], 2.4, [4, 0, 0, 0], 0,
    'swaddle blanket, sleep sack: newborn/0-6 months/6-12 months; baby bottle set, stroller organizer, bath seat, teether, crib sheet'],
  ['beauty_health_personal', 'Beauty', 74, 16, 0.6, [6, 3, 3], 0.6, [0, 0, 0, 0], 4,
    'face serum, hand cream: 1 oz/2 oz; shampoo, sunscreen lotion: 4 oz/8 oz/16 oz; vitamin D capsules: 60 count/120 count/360 count; electric toothbrush, hair dryer'],
  ['books', 'Book', 120, 17, 0.6, [9, 6, 1.2], 1.2, [52, 0, 3, 1], 0,
    'novels, history, cookbooks, travel guides, biographies, textbooks: Paperback/Hardcover/Large print'],
  ['camera_photo', 'Photography', 18, 140, 1, [8, 6, 5], 2, [16, 8, 1, 0], 3,
    'lens filter kit: 49 mm/58 mm/67 mm/77 mm; camera tripod, zoom lens, camera bag, flash unit, action camera'],
  ['cell_phones', 'Wireless', 20, 260, 0.7, [7, 4, 2.2], 0.9, [22, 18, 0, 0], 5,
    'smartphone, foldable phone: 64 GB/128 GB/256 GB; feature phone'],
  ['consumer_electronics', 'Consumer Electronics', 36, 85, 0.9, [11, 9, 5], 2.6, [12, 12, 0, 0], 4,
    'Bluetooth speaker, headphones, soundbar, portable radio, projector; e-reader, media player: 16 GB/32 GB'],
  ['electronics_accessories', 'Electronics Accessories', 58, 19, 0.7, [7, 4, 1.8], 0.5, [3, 4, 0, 0], 3,
    'USB-C cable: 3 ft/6 ft/10 ft; power bank: 5000 mAh/10000 mAh/20000 mAh; laptop sleeve: 13 inch/14 inch/16 inch; phone case, wireless charger, screen protector, keyboard'],
  ['furniture', 'Furniture', 26, 165, 0.7, [44, 24, 8], 42, [2, 1, 0, 0], 0,
    'bed frame, headboard: Twin/Full/Queen/King; bookcase: 3 shelves/5 shelves; desk chair, coffee table, night stand, bar stool'],
  ['grocery', 'Grocery', 40, 14, 0.5, [8, 6, 4], 2, [0, 0, 0, 0], 0,
    'whole bean coffee, mixed nuts: 8 oz/1 lb/2 lb; olive oil, maple syrup: 12 oz/25 oz/50 oz; green tea, dark chocolate, protein bars: pack of 6/pack of 12'],
  ['home_garden_kitchen', 'Kitchen', 110, 29, 0.7, [13, 10, 6], 3.5, [3, 1, 0, 0], 0,
    'skillet: 8 inch/10 inch/12 inch; storage basket, planter, cutting board: Small/Medium/Large; throw blanket: 50 x 60 in/60 x 80 in; chef knife, table lamp, dinner plate set'],
  ['industrial_scientific', 'BISS', 22, 38, 0.9, [10, 7, 5], 3, [2, 2, 0, 0], 5,
    'nitrile gloves, packing tape, hose clamps: pack of 10/pack of 50/pack of 100; digital caliper, safety glasses, lab beaker'],
  ['jewelry', 'Jewelry', 20, 68, 1.1, [4, 4, 2], 0.2, [5, 0, 3, 0], 0,
    'signet ring, stacking ring: 5/6/7/8/9; pendant necklace, hoop earrings, charm bracelet, pearl studs'],
  ['luggage_travel', 'Luggage', 12, 88, 0.6, [24, 16, 10], 8, [2, 1, 0, 0], 0,
    'carry-on suitcase, hard-shell suitcase: 20 inch/24 inch/28 inch; duffel bag, travel backpack: 30 L/40 L/60 L; packing cube set, garment bag'],
  ['music_video_software', 'Music', 34, 14, 0.5, [5.6, 5, 0.5], 0.3, [42, 0, 5, 4], 0,
    'albums: CD/Vinyl; films, concerts, series: DVD/Blu-ray'],
  ['musical_instruments', 'Musical Instruments', 12, 74, 1, [20, 12, 6], 5, [9, 3, 2, 0], 0,
    'acoustic guitar: Parlor/Concert/Dreadnought; ukulele: Soprano/Concert/Tenor; guitar strings: Light/Medium; microphone stand, drum practice pad, harmonica'],
  ['office_products', 'Office Product', 38, 18, 0.7, [11, 8, 3], 1.8, [1, 1, 0, 0], 0,
    'notebook: A4/A5/Letter; fountain pen: Fine/Medium/Broad; whiteboard: 24 x 18 in/36 x 24 in; desk organizer, label maker, stapler, printer paper'],
  ['outdoor_power_tools', 'Lawn & Patio', 10, 210, 0.7, [34, 16, 14], 28, [4, 8, 0, 0], 5,
    'chainsaw: 14 in/16 in/18 in; leaf blower, string trimmer, hedge trimmer, pressure washer'],
  ['personal_computers', 'Personal Computer', 12, 520, 0.6, [16, 12, 4], 6.5, [15, 28, 0, 0], 4,
    'laptop, mini PC, all-in-one computer: 8 GB/16 GB/32 GB; tablet: 64 GB/128 GB/256 GB'],
  ['pet_supplies', 'Pet Products', 36, 22, 0.7, [13, 9, 5], 3.4, [0, 0, 0, 0], 0,
    'dog bed, dog harness: Small/Medium/Large/X-Large; dog leash: 4 ft/6 ft; cat tree, litter mat, chew toy, pet fountain, bird feeder'],
  ['plumbing_heating_cooling', 'Home Improvement', 10, 62, 0.9, [14, 10, 7], 6, [2, 4, 0, 0], 1,
    'ceiling fan: 42 in/52 in; kitchen faucet, shower head, space heater, water filter, thermostat'],
  ['shoes_handbags_eyewear', 'Shoes', 60, 52, 0.6, [13, 8, 5], 2.2, [6, 0, 1, 0], 0,
    'running shoes, ankle boots, canvas sneakers, loafers: 6/7/8/9/10/11/12; leather tote, crossbody bag, sunglasses'],
  ['sports_outdoors', 'Sports', 54, 34, 0.8, [15, 9, 6], 3.8, [4, 1, 1, 0], 1,
    'bike helmet: S/M/L; water bottle: 18 oz/24 oz/32 oz; kettlebell: 10 lb/20 lb/35 lb; camping tent: 2 person/4 person; yoga mat, resistance band set, hiking poles'],
  ['tires_wheels', 'Automotive', 6, 128, 0.4, [25, 25, 9], 24, [3, 0, 0, 0], 0,
    'all-season tire, winter tire, alloy wheel: 16 inch/17 inch/18 inch/20 inch; trailer tire'],
  ['tools_home_improvement', 'Tools', 46, 36, 0.8, [13, 9, 5], 4.5, [3, 5, 0, 0], 2,
    'cordless drill, impact driver: 12 V/18 V/20 V; socket set: 40 pieces/108 pieces; tape measure: 16 ft/25 ft; work light, hammer, paint roller kit, door lock'],
  ['toys_games', 'Toy', 62, 24, 0.7, [12, 9, 4], 1.8, [7, 0, 9, 0], 0,
    'puzzle: 500 pieces/1000 pieces/2000 pieces; building set, board game, plush bear, die-cast car, doll house, model train'],
  ['video_game_consoles', 'Video Games', 4, 290, 0.5, [16, 12, 6], 9, [25, 18, 4, 0], 3,
    'game console, handheld console: 256 GB/512 GB/1 TB; retro console'],
  ['video_games', 'Video Games', 20, 34, 0.6, [6.7, 5.3, 0.6], 0.3, [44, 0, 5, 0], 0,
    'adventure games, racing games, puzzle games, role-playing games: Standard edition/Deluxe edition'],
  ['watches', 'Watch', 12, 130, 1, [5, 4, 3.5], 0.7, [10, 3, 3, 0], 0,
    'automatic watch, field watch, diver watch, chronograph, dress watch: 36 mm/38 mm/41 mm/44 mm'],
  ['everything_else', 'Miscellaneous', 18, 20, 0.9, [10, 7, 4], 1.5, [6, 1, 3, 0], 1,
    'scented candle: 8 oz/14 oz; gift box, craft kit, wall poster, party banner'],
];

export const CATEGORIES: readonly CategoryTraits[] = ROWS.map(
  ([category, group, perMille, price, spread, box, weightLb, notNew, hazmat, goods]) => ({
    ...{ category, group, perMille, price, spread, box, weightLb, notNew, hazmat },
    isWork: WORKS.includes(category),
    hasColor: !WORKS.includes(category) && !COLORLESS.includes(category),
    goods: goodsOf(goods),
  }),
);

function goodsOf(text: string): Goods[] {
  return text.split('; ').flatMap((kind) => {
    const [nouns = '', sizes] = kind.split(': ');
    return nouns.split(', ').map((noun) => ({ noun, sizes: sizes?.split('/') ?? [] }));
  });
}

const TOTAL = CATEGORIES.reduce((sum, { perMille }) => sum + perMille, 0);

/** The index of a random category, weighted by its share of items. `unit` is from 0 to below 1. */
export function categoryAt(unit: number): number {
  let left = unit * TOTAL;
  const index = CATEGORIES.findIndex(({ perMille }) => {
    left -= perMille;
    return left < 0;
  });
  // A rounding error could leave no match.
  return index < 0 ? CATEGORIES.length - 1 : index;
}
