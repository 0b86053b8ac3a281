import autocannon from 'autocannon';
import { CONNECTIONS, type Load, type Shot } from './shot.ts';

/** Where there is no wrk. It needs a core of its own, and more of it than wrk. */
export const autocannonLoad: Load = {
  name: 'autocannon',
  prepare: (_name, shots) => async (base, seconds) => {
    let clients = 0;
    const result = await autocannon({
      url: base,
      connections: CONNECTIONS,
      duration: seconds,
      // Each connection has its own part of the shots: otherwise all of them would ask the same at the same time.
      setupClient: (client) => client.setRequests(partOf(shots, clients++ % CONNECTIONS)),
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
};

const partOf = (shots: readonly Shot[], part: number) =>
  shots
    .filter((_shot, n) => n % CONNECTIONS === part)
    .map(({ method, path, headers, body = '' }) => ({ method, path, headers, body }));
