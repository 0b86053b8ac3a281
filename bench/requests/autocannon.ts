import autocannon from 'autocannon';
import type { LoadGenerator, LoadRequest } from './load.ts';

/** The load generator where wrk is not installed. It needs a core of its own, and more of it than wrk. */
export const autocannonWith = (connections: number): LoadGenerator => ({
  name: 'autocannon',
  prepare: (_name, requests) => async (base, seconds) => {
    let clients = 0;
    const result = await autocannon({
      url: base,
      connections,
      duration: seconds,
      // Each connection has its own share. Otherwise all of them would send the same request at the same time.
      setupClient: (client) => client.setRequests(shareOf(requests, clients++ % connections, connections)),
    });
    const failed = result.errors + result.timeouts + result.non2xx;
    if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests failed`);
    return {
      requests: result.requests.total,
      requestsPerSecond: result.requests.total / result.duration,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
    };
  },
});

const shareOf = (requests: readonly LoadRequest[], share: number, shares: number) =>
  requests
    .filter((_request, n) => n % shares === share)
    .map(({ method, path, headers, body = '' }) => ({ method, path, headers, body }));
