import type { CategoryTraits } from './categories.ts';
import type { Random } from './random.ts';
import { NOTES } from './word-lists.ts';

/** The condition of an offered unit, and its value as a fraction of the price of a new one. */
export type Grade = { condition: string; subCondition: string; worth: number };

/** Sub-conditions with their percentage and their value. */
const GRADES: Readonly<Record<string, readonly (readonly [subCondition: string, percent: number, worth: number])[]>> = {
  New: [
    ['New', 95, 1],
    ['OpenBox', 3, 0.9],
    ['OEM', 2, 0.88],
  ],
  Used: [
    ['Mint', 20, 0.82],
    ['VeryGood', 30, 0.72],
    ['Good', 30, 0.6],
    ['Acceptable', 16, 0.48],
    ['Poor', 4, 0.3],
  ],
  Refurbished: [
    ['Refurbished', 60, 0.7],
    ['RefurbishedWarranty', 40, 0.76],
  ],
  Collectible: [
    ['Mint', 35, 1.9],
    ['VeryGood', 40, 1.5],
    ['Good', 25, 1.2],
  ],
  Club: [['Club', 100, 0.62]],
};

/** In the order of `CategoryTraits.notNew`. */
const NOT_NEW = ['Used', 'Refurbished', 'Collectible', 'Club'] as const;

export function gradeOf(random: Random, { notNew }: CategoryTraits): Grade {
  let left = random.unit() * 100;
  const index = notNew.findIndex((percent) => {
    left -= percent;
    return left < 0;
  });
  const condition = NOT_NEW[index] ?? 'New';
  let within = random.unit() * 100;
  for (const [subCondition, percent, worth] of GRADES[condition] ?? []) {
    within -= percent;
    if (within < 0) return { condition, subCondition, worth };
  }
  return { condition: 'New', subCondition: 'New', worth: 1 };
}

/** The seller's condition notes; most offers of new units have none. */
export function notesOn(random: Random, { condition, subCondition }: Grade): string | undefined {
  if (!random.chance(condition === 'New' ? 0.03 : 0.8)) return undefined;
  return random.pick(NOTES[subCondition] ?? OTHER_NOTES);
}

const OTHER_NOTES = ['See the photos in our shop.', 'Ask us for details.', 'Ships in a plain box.'];
