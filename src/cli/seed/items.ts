import { CATEGORIES, type CategoryTraits, categoryAt, type Goods } from './categories.ts';
import { approximateExp, type Random } from './random.ts';
import { ADJECTIVES, AUTHORS, BRANDS, COLORS, OPENERS, SUBJECTS } from './word-lists.ts';

/** What the variations of a product have in common. A single item is a family of one. */
export type Family = {
  traits: CategoryTraits;
  goods: Goods;
  brand: string;
  name: string;
  /** The usual price of a new unit. */
  priceCents: number;
  /** Its size relative to the usual size in the category. */
  bulk: number;
  /** What the variations differ in. Undefined for goods without colour and size. */
  theme: 'Color' | 'Size' | undefined;
  firstOption: number;
};

/** The position of an item in the catalogue: its index, its variation, and the index of its parent. */
export type Position = { index: number; variant: number; parent: number | undefined };

/** An item record, with what its offers depend on. */
export type SeedItem = { record: Record<string, unknown>; family: Family; priceCents: number; popularity: number };

const FAMILY_STREAM = 3;
const ITEM_STREAM = 4;
const MIN_CENTS = 199;

/** Not `ITEM...`, which the demo uses: both can be in one store. */
function seedItemId(index: number): string {
  return `SI${String(index + 1).padStart(8, '0')}`;
}

export function makeFamily(random: Random, firstIndex: number): Family {
  random.startStream(FAMILY_STREAM, firstIndex);
  const categoryIndex = categoryAt(random.unit());
  const traits = CATEGORIES[categoryIndex] as CategoryTraits;
  const priceCents = Math.max(
    MIN_CENTS,
    Math.floor(traits.price * 100 * approximateExp(traits.spread * random.normal())),
  );
  const goods = random.pick(traits.goods);
  const { isWork, hasColor } = traits;
  // Each category has twelve brands. It shares some of them with neighbouring categories.
  const brand = isWork
    ? random.pick(AUTHORS)
    : (BRANDS[(categoryIndex * 7 + random.below(12)) % BRANDS.length] as string);
  const name = isWork
    ? `${random.pick(OPENERS)} ${random.pick(SUBJECTS)}`
    : `${brand} ${random.pick(ADJECTIVES).toLowerCase()} ${goods.noun}`;
  const bySize = goods.sizes.length > 0 && (!hasColor || random.chance(0.6));
  const theme = bySize ? 'Size' : hasColor ? 'Color' : undefined;
  const bulk = approximateExp(0.2 * random.normal());
  return { traits, goods, brand, name, priceCents, bulk, theme, firstOption: random.below(COLORS.length) };
}

/** The maximum number of variations of a family: one per option. */
export function optionsOf({ theme, goods }: Family): number {
  if (theme === undefined) return 1;
  return theme === 'Size' ? goods.sizes.length : COLORS.length;
}

/** The catalogue entry that stands for all variations. It has no offers. */
export function parentRecord(
  { traits, brand, name }: Family,
  index: number,
  children: number,
  marketplaceId: string,
): Record<string, unknown> {
  return {
    kind: 'item',
    marketplaceId,
    itemId: seedItemId(index),
    category: traits.category,
    attributes: { Title: name, Brand: brand, ProductGroup: traits.group },
    relatives: { children: Array.from({ length: children }, (_, variant) => seedItemId(index + 1 + variant)) },
  };
}

export function makeItem(random: Random, family: Family, position: Position, marketplaceId: string): SeedItem {
  const { index, variant, parent } = position;
  random.startStream(ITEM_STREAM, index);
  const { traits, goods, theme, firstOption } = family;
  const popularity = random.normal();
  // Variations by size begin with the smallest size. Other items have any size.
  const size = (theme === 'Size' && parent !== undefined ? variant : firstOption) % Math.max(1, goods.sizes.length);
  const color = COLORS[(firstOption + (theme === 'Color' ? variant : 0)) % COLORS.length] as string;
  // A larger size costs a little more.
  const priceCents = Math.floor(family.priceCents * (1 + 0.06 * size));
  const record: Record<string, unknown> = {
    kind: 'item',
    marketplaceId,
    itemId: seedItemId(index),
    category: traits.category,
    attributes: attributesOf(random, family, color, goods.sizes[size]),
    dimensions: boxOf(random, family),
    weightLb: Math.max(1, Math.round(traits.weightLb * family.bulk * random.between(0.9, 1.1) * 100)) / 100,
  };
  if (random.chance(0.8)) record.listPrice = charmPrice(priceCents * random.between(1.2, 1.5));
  if (random.chance(0.85)) record.competitivePriceThreshold = charmPrice(priceCents * random.between(1.05, 1.18));
  if (random.chance(0.94)) record.salesRanks = ranksOf(random, family, popularity);
  if (traits.notNew[0] > 10 && random.chance(0.3)) record.tradeInValue = Math.floor(priceCents * 0.28) / 100;
  if (random.chance(traits.hazmat / 100)) record.hazmat = true;
  if (parent !== undefined) record.relatives = { parent: seedItemId(parent) };
  return { record, family, priceCents, popularity };
}

function attributesOf(random: Random, family: Family, color: string, size: string | undefined): Record<string, string> {
  const { traits, brand, name, theme } = family;
  const option = theme === 'Size' ? size : color;
  const attributes: Record<string, string> = {
    Title: theme === undefined ? name : `${name}, ${option}`,
    Brand: brand,
  };
  if (traits.hasColor) attributes.Color = color;
  if (size !== undefined) attributes.Size = size;
  attributes.ProductGroup = traits.group;
  if (random.chance(0.7)) attributes.Model = `${brand.slice(0, 2).toUpperCase()}-${1000 + random.below(9000)}`;
  return attributes;
}

function boxOf(random: Random, { traits, bulk }: Family): Record<string, number> {
  const inches = (usual: number): number => Math.max(1, Math.round(usual * bulk * random.between(0.9, 1.1) * 10)) / 10;
  const [length, width, height] = traits.box;
  return { lengthIn: inches(length), widthIn: inches(width), heightIn: inches(height) };
}

/** Popular items have many offers and a low rank number. */
function ranksOf(random: Random, { traits, goods }: Family, popularity: number): Record<string, unknown>[] {
  const rank = 1 + Math.floor(approximateExp(9.2 - 1.9 * popularity + 0.4 * random.normal()));
  const ranks = [{ category: `${traits.category}_display_on_website`, rank }];
  if (random.chance(0.6)) {
    const narrower = goods.noun.toLowerCase().replaceAll(/[^a-z]+/g, '_');
    ranks.push({ category: narrower, rank: 1 + Math.floor(rank / random.between(12, 60)) });
  }
  return ranks;
}

/** Rounds cents to a charm price: 23.17 becomes 22.99, 417.60 becomes 417. */
export function charmPrice(cents: number): number {
  const whole = Math.floor(cents / 100);
  if (whole >= 300) return whole;
  return whole === 0 ? Math.max(49, Math.floor(cents)) / 100 : (whole * 100 - 1) / 100;
}
