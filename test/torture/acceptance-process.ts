import type { Sql } from '../../src/db/db.ts';
import { openDb } from '../../src/db/open.ts';
import { acceptInvitation } from '../../src/idp/invitation-acceptance.ts';

/*
 * Accepts an invitation as a new person, and is killed before one statement of the transaction: `killed-acceptance.test.ts` starts it
 * with the file of the store, the token and the number of the statement. One more than there are: after the commit.
 */
const [file = '', token = '', killedBefore = ''] = process.argv.slice(2);
const db = await openDb({ file });
let statements = 0;

/** Counts a statement, then returns the store. */
function step<Store>(store: Store): Store {
  statements += 1;
  if (statements === Number(killedBefore)) process.kill(process.pid, 'SIGKILL');
  return store;
}

const counted = (sql: Sql): Sql => ({
  get: (...call) => step(sql).get(...call),
  all: (...call) => step(sql).all(...call),
  run: (...call) => step(sql).run(...call),
  many: (...call) => step(sql).many(...call),
});

const begin = db.transaction.bind(db);
db.transaction = (work, options) => begin((tx) => work(counted(tx)), options);
const result = await acceptInvitation(db, token, { passwordHash: 'x' }, { nowMs: Date.now(), from: '::1' });
step(db);
await db.close();
process.stdout.write(result.kind);
