import { openDb } from '../../../src/db/open.ts';
import { currentRequest } from '../../../src/idp/current-request.ts';
import { dyingStore } from '../../harness/dying-store.ts';
import type { DyingWork } from './dying.ts';

/*
 * Does a piece of work on the provider's store, and dies by SIGKILL at the step with this number (`harness/dying-store.ts`). It prints what the
 * work gave if it lives longer. It loads only what the work needs: many such processes start one after the other.
 */

const [config = '', dyingAt = '', asked = ''] = process.argv.slice(2);
const work = JSON.parse(asked) as DyingWork;
// A provider deletes what has expired when it starts: only what it does for requests counts.
const isCounted = () => work.kind !== 'serve' || currentRequest.getStore() !== undefined;
const db = dyingStore(await openDb(JSON.parse(config)), Number(dyingAt), isCounted);

async function done(): Promise<string> {
  switch (work.kind) {
    case 'accept invitation': {
      const { acceptInvitation } = await import('../../../src/idp/invitation-acceptance.ts');
      return (await acceptInvitation(db, work.token, { passwordHash: 'x' }, { nowMs: Date.now(), from: '::1' })).kind;
    }
    case 'delete account': {
      const { removeOwnAccount } = await import('../../../src/idp/own-account-removal.ts');
      const account = { id: work.id, email: work.email, kind: 'seller', demo: false } as const;
      const facts = { device: 'd', address: '::1' };
      await removeOwnAccount(db, { ...account, disabledAt: null, passwordKey: '' }, { nowMs: Date.now(), facts });
      return 'deleted';
    }
    case 'command': {
      const { runClientCommand } = await import('../../../src/idp/commands.ts');
      const { commandPorts } = await import('./command-ports.ts');
      return `${await runClientCommand(db, [...work.args], { write: () => true }, commandPorts)}`;
    }
    case 'serve': {
      const { startTestIdp } = await import('../harness.ts');
      const { issuer } = await startTestIdp(db, { createsDemo: false });
      process.stdin.on('end', () => process.exit()).resume();
      return issuer;
    }
  }
}

process.stdout.write(`${await done()}\n`);
if (work.kind !== 'serve') await db.close();
