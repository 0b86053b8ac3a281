import { startSharedLimits } from '../../src/limits/shared-limits.ts';
import { createLog } from '../../src/log/log.ts';

/**
 * A process of its own for `shared-limits.test.ts`: sends requests to each of these limits until the time is over, and prints how many
 * passed. Arguments: URL, ms, and limits such as `100/60` for 100 requests in 60 seconds.
 */
const [url = '', ms = '', ...plans] = process.argv.slice(2);
const shared = await startSharedLimits({ url, log: createLog('silent'), maxAnswerMs: 10_000 });
const now = () => performance.now();
const limits = plans.map((plan) => {
  const [requests = 0, seconds = 0] = plan.split('/').map(Number);
  const window = { requests, seconds };
  return { plan, accepted: 0, limit: shared.limit(plan, { burst: window, sustained: window }, now) };
});
const endMs = now() + Number(ms);
while (now() < endMs) {
  for (let n = 0; n < 50; n += 1) {
    await Promise.all(
      limits.map(async (one) => {
        if ((await one.limit.take('caller', Math.floor(now())))?.isAllowed) one.accepted += 1;
      }),
    );
  }
  // What is taken ahead and given back needs the event loop.
  await new Promise((resolve) => setImmediate(resolve));
}
process.stdout.write(JSON.stringify(Object.fromEntries(limits.map(({ plan, accepted }) => [plan, accepted]))));
await shared.stop();
