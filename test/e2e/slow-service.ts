import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/http/app/app.ts';
import { pathGroupsOf } from '../../src/http/app/path-groups.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { createLog } from '../../src/log/log.ts';
import { listen } from '../../src/processes/listen.ts';
import { stopOnSignal } from '../../src/processes/stop-on-signal.ts';
import { allowAll, bareService } from '../harness/bare-service.ts';

/** The service's app with one endpoint that answers after `ms`, for requests that run while the service stops. */
const log = createLog('info');
const [health, ...others] = pathGroupsOf(bareService);
if (!health) throw new Error('no groups');
const app = await createApp({
  groups: [
    {
      ...health,
      routes: [
        ...health.routes,
        (scope) => {
          scope.get<{ Querystring: { ms: string } }>('/slow', async (request) => {
            await sleep(Number(request.query.ms));
            return {};
          });
        },
      ],
    },
    ...others,
  ],
  guards: { bearer: allowAll },
  log,
  metrics: createMetrics(),
  publicUrl: 'http://127.0.0.1',
  trustProxy: false,
});
await listen(app, '127.0.0.1', 0, { setting: 'PORT', command: 'npm start' });
const drainMs = Number(process.env.DRAIN_MS ?? 0);
/** While it stops, each turn of the event loop takes this long, as on a machine that others use. */
const turnMs = Number(process.env.TURN_MS ?? 0);
const takeTurn = () => {
  for (const until = performance.now() + turnMs; performance.now() < until; );
  setImmediate(takeTurn).unref();
};
const stop = async () => {
  if (turnMs > 0) takeTurn();
  await app.drain(drainMs);
  await app.close();
  // Other parts of a service, which end after its requests.
  await sleep(Number(process.env.STOP_MS ?? 0));
  return undefined;
};
const deadlineMs = Number(process.env.DEADLINE_MS ?? 9_000);
stopOnSignal(log, stop, { drainMs, deadlineMs, running: () => app.unanswered() });
