import type { ListingLimitsResult } from 'marketplace-seller-sdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Marketplace } from '../../../marketplace.ts';
import { signInKeeping, takeEntries } from '../sign-in-keeping.ts';
import { type LimitName, type TypedLimits, typedLimits } from '../typed-limits.ts';
import { type FileReview, typedIn } from './file-review.ts';
import { type ForeignChange, foreignChanges, rebased } from './rebased-limits.ts';
import { changedSkus, type LimitsBySku, limitsOf } from './wanted-limits.ts';

/** Where limits are edited. */
export type LimitsMarket = Pick<Marketplace, 'id' | 'currency'>;

type Entries = readonly (readonly [sku: string, limits: TypedLimits])[];

/** What survives a sign-in, and another page. `present`: on what it was typed. */
type KeptDraft = {
  readonly typed: Entries;
  readonly present: Entries;
  readonly review: FileReview | undefined;
};

/** What was typed on a page that was left. Only in the memory of this tab: it may have costs. */
const left = new Map<string, KeptDraft>();

export type LimitsDraft = {
  /** What the service has. */
  readonly present: LimitsBySku;
  /** What is typed, for listings that were touched. */
  readonly typed: LimitsBySku;
  readonly review: FileReview | undefined;
  /** Whether it was brought back after a sign-in, or from another page. */
  readonly isBack: boolean;
  /** What somebody else has saved for listings that are typed here, between the page that was left and this one. */
  readonly meanwhile: readonly ForeignChange[];
  /** The same function all the time. */
  readonly type: (sku: string, name: LimitName, text: string) => void;
  readonly discard: () => void;
  readonly setPresent: (present: LimitsBySku) => void;
  readonly setReview: (review: FileReview | undefined) => void;
  /** The service has other limits than when they were loaded. */
  readonly rebase: (now: LimitsBySku) => void;
  /** Drops what is typed for these listings. */
  readonly drop: (skus: readonly string[]) => void;
  readonly takeSaved: (results: readonly ListingLimitsResult[]) => void;
  /** Leaves for another sign-in, and comes back with all of this. */
  readonly signIn: () => void;
};

/** What a person edits before it is saved. `choice` names the listings. */
export function useLimitsDraft(first: LimitsBySku, { id, currency }: LimitsMarket, choice: string): LimitsDraft {
  const place = `${id} ${choice}`;
  const [kept] = useState(() => takeEntries<KeptDraft>(place) ?? left.get(place));
  const [meanwhile] = useState(() =>
    foreignChanges(kept?.typed.map(([sku]) => sku) ?? [], new Map(kept?.present), first, currency),
  );
  const [present, setPresent] = useState(first);
  const [typed, setTyped] = useState<LimitsBySku>(() =>
    rebased(new Map(kept?.typed), new Map(kept?.present), first, currency),
  );
  const [review, setReview] = useState(kept?.review);
  const latest = useRef(present);
  latest.current = present;
  const isLeaving = useRef(false);
  const draft: KeptDraft = { typed: [...typed], present: touched(present, typed), review };
  const isTyped = changedSkus(typed, present, currency).length > 0 || review !== undefined;
  useEffect(() => {
    if (!isTyped) return void left.delete(place);
    left.set(place, draft);
    // The browser asks before the tab is closed or loaded again.
    const ask = (event: BeforeUnloadEvent) => isLeaving.current || event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [typed, present, review]);
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
  const rebase = (now: LimitsBySku) => {
    setTyped((before) => rebased(before, latest.current, now, currency));
    setPresent(now);
    setReview((before) => before && { ...before, changed: changedSkus(typedIn(before), now, currency) });
  };
  return {
    present,
    typed,
    review,
    isBack: kept !== undefined,
    meanwhile,
    type,
    discard: () => setTyped(new Map()),
    setPresent,
    setReview,
    rebase,
    drop: (skus) => setTyped((before) => new Map([...before].filter(([sku]) => !skus.includes(sku)))),
    takeSaved,
    signIn: () => {
      isLeaving.current = true;
      signInKeeping(place, draft);
    },
  };
}

/** The limits of listings for which something is typed. */
const touched = (present: LimitsBySku, typed: LimitsBySku): Entries =>
  [...typed.keys()].map((sku) => [sku, limitsOf(present, sku)]);
