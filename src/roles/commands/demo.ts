import { DemoRefusal } from '../../cli/demo/triggers/demo-api.ts';
import type { Config } from '../../config/config.ts';
import { EVENT_KINDS } from '../../domain/notifications/notification.ts';
import { putDemoBack, triggerEvent } from '../start/demo-events.ts';

export const DEMO_USAGE = `Changes the demo market of the service that runs here, with the demo's own applications.

  npm run demo -- trigger EVENT
      Makes the change of the market that causes an event of this kind. Most changes go back and forth.
      EVENT: ${EVENT_KINDS.join(', ')}

  npm run demo -- reset
      Puts the sellers, items, offers and fee schedules of the demo market back as they were at its start.
`;

/** Triggers events, or puts the demo market back. Returns the exit code. */
export async function runDemo(config: Config, args: readonly string[]): Promise<number> {
  const [action, event = '', ...others] = args;
  const kind = EVENT_KINDS.find((one) => one === event.toUpperCase().replaceAll('-', '_'));
  const isUnderstood =
    others.length === 0 && (action === 'trigger' ? kind !== undefined : action === 'reset' && !event);
  if (!isUnderstood) {
    process.stderr.write(DEMO_USAGE);
    return 2;
  }
  try {
    const did = kind ? await triggerEvent(config, kind) : await putDemoBack(config);
    process.stdout.write(`${did}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof DemoRefusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
