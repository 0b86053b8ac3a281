import type { Static } from 'typebox';
import type { FeeSchedule } from '../../domain/fees/fee-schedule.ts';
import type { ImportRun } from '../../domain/market/import-run.ts';
import type { Marketplace } from '../../domain/market/marketplace.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import { OFFER_STATES, type OfferState } from '../../domain/pricing/offer-state.ts';
import { writeTime } from '../../domain/time.ts';
import { LastImportShape, writeLastImport } from '../imports/imports.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';

/** Counting ends at a bound: a request must not read a whole catalogue. */
const BoundedCountShape = Type.Named(
  'BoundedCount',
  'How many there are. Counting ends at 100,000, for sellers at 10,000.',
  {
    count: Type.Integer('The number, or at least so many.'),
    isExact: Type.Boolean('false: there are more than count.'),
  },
);

const FeeScheduleSummary = Type.Named('FeeScheduleSummary', 'A fee schedule of a marketplace.', {
  scheduleId: Type.String('Its id.'),
  version: Type.String('Its version.'),
  effectiveFrom: Type.Time('It is in force from this time until the next one begins.'),
});

const MarketplaceShape = Type.Named('OperatorMarketplace', 'A marketplace, what it has, and how fresh that is.', {
  marketplaceId: Type.String('Its id.'),
  name: Type.String('Its name.'),
  countryCode: Type.String('The country, ISO 3166 alpha-2.'),
  currency: Type.String('The currency of all its amounts, ISO 4217.'),
  isDefault: Type.Boolean('Whether requests that name no marketplace are about it.'),
  items: BoundedCountShape,
  offers: BoundedCountShape,
  sellers: BoundedCountShape,
  buyable: BoundedCountShape,
  offerStates: Type.Array(
    Type.Named('OfferStateCount', 'How many offers are in one state.', {
      state: openSet([...OFFER_STATES, 'none'], {
        title: 'CountedOfferState',
        description:
          'winning, noCompetition: it holds the buy box. losing: another offer holds it. unhealthy: a gate keeps it from the buy box. inactive: it is not on sale. none: its board was not built yet; an open set.',
      }),
      offers: Type.Integer('How many of the offers that were counted.'),
    }),
    "In the consumers' buy box of their condition.",
  ),
  staleBoards: BoundedCountShape,
  lastImport: Type.Optional(LastImportShape),
  lastChangedTime: Type.Optional.Time(
    'When a record of the marketplace last changed, a few seconds later at most. Absent: unknown.',
  ),
  feeSchedule: Type.Optional(FeeScheduleSummary),
  comingFeeSchedules: Type.Array(FeeScheduleSummary, 'Those that are not in force yet, the next one first.'),
  hasPriceGuard: Type.Boolean('Whether a priceGuard record bounds the price changes of sellers.'),
  countedTime: Type.Time('When it was counted: ten seconds ago at most.'),
});

const exact = (count: number) => ({ count, isExact: true });

export const OperatorMarketplaces = Type.Named(
  'OperatorMarketplaces',
  'Every marketplace of the operator.',
  {
    marketplaces: Type.Array(MarketplaceShape, 'In the order of their ids.'),
    priceChanges: openSet(['off', 'direct', 'confirmed'], 'Who keeps the prices (decision 47); an open set.'),
  },
  {
    examples: [
      {
        marketplaces: [
          {
            ...{ marketplaceId: 'STORE_US', name: 'Store US', countryCode: 'US', currency: 'USD', isDefault: true },
            ...{ items: exact(60), offers: exact(182), sellers: exact(9), buyable: exact(164) },
            offerStates: [
              { state: 'winning', offers: 38 },
              { state: 'noCompetition', offers: 20 },
              { state: 'losing', offers: 96 },
              { state: 'unhealthy', offers: 10 },
              { state: 'inactive', offers: 18 },
              { state: 'none', offers: 0 },
            ],
            staleBoards: exact(0),
            lastImport: {
              ...{ importId: 'imp_019a8541c400aa55bb66cc77dd88ee99ff02', state: 'DONE', source: 'command' },
              ...{ fileName: 'offers.csv', time: '2026-11-18T02:04:31.000Z', lines: 100_002, rejected: 2 },
            },
            lastChangedTime: '2026-11-18T11:42:07.000Z',
            feeSchedule: { scheduleId: 'US-2026', version: '1', effectiveFrom: '2026-01-01T00:00:00.000Z' },
            comingFeeSchedules: [],
            hasPriceGuard: true,
            countedTime: '2026-11-18T11:45:00.000Z',
          },
        ],
        priceChanges: 'direct',
      },
    ],
  },
);

type BoundedCount = Static<typeof BoundedCountShape>;

/** What is written of a marketplace. */
export type MarketplaceFigures = {
  readonly marketplace: Marketplace;
  readonly items: BoundedCount;
  readonly offers: BoundedCount;
  readonly sellers: BoundedCount;
  readonly states: Readonly<Record<OfferState | 'none', number>>;
  readonly staleBoards: BoundedCount;
  readonly changedMs: number | undefined;
  readonly countedMs: number;
  readonly lastImport: ImportRun | undefined;
  readonly schedule: FeeSchedule | undefined;
  readonly coming: readonly FeeSchedule[];
  readonly hasPriceGuard: boolean;
};

function writeMarketplace(figures: MarketplaceFigures): Static<typeof MarketplaceShape> {
  const { marketplace, items, offers, sellers, states, staleBoards, schedule, changedMs } = figures;
  const { marketplaceId, name, countryCode, currency, isDefault } = marketplace;
  const buyable = states.winning + states.noCompetition + states.losing + states.unhealthy;
  return {
    ...{ marketplaceId, name, countryCode, currency, isDefault, items, offers, sellers },
    // Offers without a state may be on sale, too.
    buyable: { count: buyable, isExact: offers.isExact && states.none === 0 },
    offerStates: [...OFFER_STATES, 'none' as const].map((state) => ({ state, offers: states[state] })),
    staleBoards,
    ...(figures.lastImport && { lastImport: writeLastImport(figures.lastImport) }),
    ...(changedMs !== undefined && { lastChangedTime: writeTime(changedMs) }),
    ...(schedule && { feeSchedule: writeSchedule(schedule) }),
    comingFeeSchedules: figures.coming.map(writeSchedule),
    hasPriceGuard: figures.hasPriceGuard,
    countedTime: writeTime(figures.countedMs),
  };
}

const writeSchedule = ({ scheduleId, version, effectiveFromMs }: FeeSchedule) => ({
  ...{ scheduleId, version, effectiveFrom: writeTime(effectiveFromMs) },
});

export const writeMarketplaces = (
  marketplaces: readonly MarketplaceFigures[],
  priceChanges: PriceChangeMode,
): Static<typeof OperatorMarketplaces> => ({ marketplaces: marketplaces.map(writeMarketplace), priceChanges });
