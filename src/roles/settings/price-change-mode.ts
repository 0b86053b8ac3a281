import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import { isDemoStore } from './production.ts';

/** `PRICE_CHANGES`; without it the demo market is `direct`, so that its visitors can win a buy box, and any other `off` (decision 47). */
export async function priceChangeModeOf(config: Config, db: Db): Promise<PriceChangeMode> {
  return config.priceChanges ?? ((await isDemoStore(config, db)) ? 'direct' : 'off');
}
