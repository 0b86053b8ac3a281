import { openDb } from '../../src/db/open.ts';
import { removeOwnAccount } from '../../src/idp/own-account-removal.ts';
import { recording } from '../db/recorded-statements.ts';

/* Deletes an account, and dies by SIGKILL before the statement with this number. */

const [config = '', id = '', dyingAt = ''] = process.argv.slice(2);
let statements = 0;
const { db } = recording(await openDb(JSON.parse(config)), async () => {
  statements += 1;
  if (statements === Number(dyingAt)) process.kill(process.pid, 'SIGKILL');
});
const account = {
  id,
  email: `${id}@x.example`,
  kind: 'seller',
  demo: false,
  disabledAt: null,
  passwordKey: '',
} as const;
await removeOwnAccount(db, account, { nowMs: Date.now(), facts: { device: 'd', address: '::1' } });
await db.close();
