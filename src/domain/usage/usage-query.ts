import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts';

/** How finely usage is stored and read. */
export const USAGE_RESOLUTIONS = ['minute', 'day'] as const;
export type UsageResolution = (typeof USAGE_RESOLUTIONS)[number];

/** How long usage is kept by minute, and by day. */
export const MINUTES_KEPT_MS: number = 48 * HOUR_MS;
export const DAYS_KEPT = 400;

/** What the counts of a row are added up for. */
export const USAGE_GROUPS = ['time', 'client', 'seller', 'operation'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** The groups of a row: those that were not asked for are absent. */
export type UsageGroupValues = {
  readonly at?: number;
  readonly sellerId?: string;
  readonly clientId?: string;
  readonly caller?: string;
  readonly operation?: string;
};

/** The place of a row in the order of all: by time if it is a group, then the most requests first. */
export type UsagePlace = { readonly requests: number; readonly values: readonly (string | number)[] };

export type UsageQuery = {
  readonly resolution: UsageResolution;
  /** The numbers of the first minute or day, and of the one behind the last. */
  readonly from: number;
  readonly to: number;
  readonly groups: readonly UsageGroup[];
  readonly sellerId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly operation?: string | undefined;
  readonly after?: UsagePlace | undefined;
  readonly limit: number;
};

export type UsageOutcome = {
  readonly status: number;
  readonly reason: string;
  readonly requests: number;
};

export type UsageSum = UsageGroupValues & {
  readonly requests: number;
  readonly outcomes: readonly UsageOutcome[];
  /** By bucket. */
  readonly durations: readonly number[];
  readonly place: UsagePlace;
};

/** The milliseconds of a minute or day. */
export const RESOLUTION_MS: Readonly<Record<UsageResolution, number>> = { minute: MINUTE_MS, day: DAY_MS };
