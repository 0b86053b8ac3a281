import type { WhatIfBody } from '../generated/types.gen.ts';
import { type Call, type Options } from './command.ts';
import type { Marketplace } from './marketplaces.ts';
/** `what-if` and `prices set` take the same, so that what was tried can be done. */
export declare const STRATEGY_OPTIONS: Options;
/** The listings of a call with their strategies. `SKU=AMOUNT` has its own, the others share the one of the options. */
export declare function listingsIn(call: Call, { id: MarketplaceId, currency }: Marketplace): WhatIfBody;
