import type { ListingLimitsResult } from 'marketplace-seller-sdk';
import { useRef, useState } from 'preact/hooks';
import type { Marketplace } from '../../../marketplace.ts';
import { signInKeeping, takeEntries } from '../sign-in-keeping.ts';
import { type LimitName, type TypedLimits, typedLimits } from '../typed-limits.ts';
import type { FileReview } from './file-review.ts';
import { type LimitsBySku, limitsOf } from './wanted-limits.ts';

/** What survives a sign-in. */
type KeptDraft = {
  readonly typed: readonly (readonly [sku: string, limits: TypedLimits])[];
  readonly review: FileReview | undefined;
};

export type LimitsDraft = {
  /** What the service has. */
  readonly present: LimitsBySku;
  /** What is typed, for listings that were touched. */
  readonly typed: LimitsBySku;
  readonly review: FileReview | undefined;
  /** Whether it was brought back after a sign-in. */
  readonly isBack: boolean;
  /** The same function all the time. */
  readonly type: (sku: string, name: LimitName, text: string) => void;
  readonly discard: () => void;
  readonly setPresent: (present: LimitsBySku) => void;
  readonly setReview: (review: FileReview | undefined) => void;
  readonly takeSaved: (results: readonly ListingLimitsResult[]) => void;
  /** Leaves for another sign-in, and comes back with all of this. */
  readonly signIn: () => void;
};

/** What a person edits before it is saved. */
export function useLimitsDraft(first: LimitsBySku, { id, currency }: Marketplace): LimitsDraft {
  const about = `${id} many`;
  const [kept] = useState(() => takeEntries<KeptDraft>(about));
  const [present, setPresent] = useState(first);
  const [typed, setTyped] = useState<LimitsBySku>(() => new Map(kept?.typed));
  const [review, setReview] = useState(kept?.review);
  const latest = useRef(present);
  latest.current = present;
  const [type] = useState(() => (sku: string, name: LimitName, text: string) => {
    setTyped((before) => {
      const limits = before.get(sku) ?? limitsOf(latest.current, sku);
      return new Map(before).set(sku, { ...limits, [name]: text });
    });
  });
  const takeSaved = (results: readonly ListingLimitsResult[]) => {
    const saved = results.filter(({ Limits }) => Limits !== undefined);
    setPresent(
      new Map([
        ...present,
        ...saved.map(({ SellerSKU, Limits = {} }) => [SellerSKU, typedLimits(Limits, currency)] as const),
      ]),
    );
    const skus = new Set(saved.map(({ SellerSKU }) => SellerSKU));
    setTyped((before) => new Map([...before].filter(([sku]) => !skus.has(sku))));
    setReview(undefined);
  };
  return {
    present,
    typed,
    review,
    isBack: kept !== undefined,
    type,
    discard: () => setTyped(new Map()),
    setPresent,
    setReview,
    takeSaved,
    signIn: () => signInKeeping(about, { typed: [...typed], review } satisfies KeptDraft),
  };
}
