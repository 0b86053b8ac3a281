import type { SeedSeller } from './sellers.ts';

/** SKU styles with the percentage of sellers that use them. Each contains the item's number, so a seller's SKUs are unique. */
const STYLES: readonly (readonly [percent: number, sku: (n: string, brand: string) => string])[] = [
  [34, (n) => `SKU-${n}`],
  [16, (n) => n],
  [14, (n, brand) => `${brand.slice(0, 3).toUpperCase()}-${n}-A`],
  [8, (n) => `wh2_bin7_${n}`],
  [7, (n, brand) => `${brand} ${n}`],
  [5, (n) => `2026/05/${n}`],
  [4, (n) => `${n}, neu`],
  [3, (n, brand) => `${brand}, "${n}"`],
  [3, (n) => `Größe L ${n}`],
  [2, (n) => `réf. ${n}/é`],
  [2, (n) => `品番-${n}`],
  [1, (n) => `R&D+${n}#1`],
  [1, (n) => `50%_${n}?x=1`],
];

export function skuOf(seller: SeedSeller, itemNumber: number, brand: string): string {
  let left = seller.skuStyle * 100;
  for (const [percent, sku] of STYLES) {
    left -= percent;
    if (left < 0) return sku(String(itemNumber), brand);
  }
  return String(itemNumber);
}
