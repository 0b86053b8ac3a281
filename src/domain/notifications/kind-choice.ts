import type { EventFilter } from './event-filter.ts';
import type { EventKind } from './notification.ts';

/** How long events about one subject are gathered (decision 42). */
export const WINDOW_SECONDS = [0, 60, 300, 600] as const;
export type WindowSeconds = (typeof WINDOW_SECONDS)[number];

/** What a destination has for one kind in place of its own filter and window. A filter without keys lets everything pass. */
export type KindChoice = { filter?: EventFilter; windowSeconds?: WindowSeconds };
export type KindChoices = { readonly [K in EventKind]?: KindChoice };

/** The length of all filters by kind of a destination, as JSON: the filters of all destinations are cached together. */
export const MAX_KIND_FILTER_CHARACTERS = 1_000_000;
