import { openDb } from '../../../src/db/open.ts';
import { openMarket } from '../../../src/market/market.ts';
import { dyingStore } from '../../harness/dying-store.ts';
import { callOf } from './killed-call.ts';

/* Submits a call of price changes, and dies by SIGKILL at the step with this number (`harness/dying-store.ts`). */

const [config = '', dyingAt = '', call = '', nowMs = ''] = process.argv.slice(2);
const db = dyingStore(await openDb(JSON.parse(config)), Number(dyingAt), () => true);
await openMarket(db, () => Number(nowMs), { priceChanges: 'direct' }).priceChanges.submit(callOf(JSON.parse(call)));
await db.close();
