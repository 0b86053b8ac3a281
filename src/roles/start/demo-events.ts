import { DemoApi, DemoRefusal } from '../../cli/demo/triggers/demo-api.ts';
import { resetDemo } from '../../cli/demo/triggers/reset.ts';
import { TRIGGERS } from '../../cli/demo/triggers/triggers.ts';
import type { Config } from '../../config/config.ts';
import type { EventKind } from '../../domain/notifications/notification.ts';
import { publicPathOf } from '../../domain/public-path.ts';
import { publicUrlOf } from '../settings/addresses.ts';
import { manageClients } from './client-command.ts';

/** Makes the change that causes an event of this kind, and says what it was. Rejects with a DemoRefusal. */
export const triggerEvent = (config: Config, kind: EventKind, base = addressOf(config)): Promise<string> =>
  TRIGGERS[kind]({ api: new DemoApi(base), provider: { run: (args) => runQuietly(config, args) }, nowMs: Date.now() });

/** Puts the demo market back, and says what it did. Rejects with a DemoRefusal. */
export const putDemoBack = (config: Config): Promise<string> => resetDemo(new DemoApi(addressOf(config)), Date.now());

/** Not the public address: a demo answers only this machine. */
const addressOf = (config: Config) => `http://127.0.0.1:${config.port}${publicPathOf(publicUrlOf(config))}`;

/** Without what it prints: a secret that nobody needs. */
async function runQuietly(config: Config, args: readonly string[]): Promise<void> {
  const exitCode = await manageClients(config, [...args], { write: () => undefined });
  if (exitCode !== 0) throw new DemoRefusal(`npm run client -- ${args.join(' ')} ended with ${exitCode}`);
}
