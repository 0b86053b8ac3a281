export type RowResult = {
  name: string;
  cpuMicros: number;
  bareCpuMicros: number;
  cpuRatio: number;
  requestsPerSecond: number;
  bareRequestsPerSecond: number;
  throughputRatio: number;
  p50Ms: number;
  p99Ms: number;
};

export type PeerResult = { name: string; cpuMicros: number; requestsPerSecond: number };

/** Markdown, ready to be pasted into docs/performance.md. */
export function tableOf(rows: readonly RowResult[], peers: readonly PeerResult[]): string {
  const table = [
    [
      'request',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'CPU µs',
      'limit: CPU µs',
      'limit: requests/s',
      'ratio by CPU',
      'by throughput',
    ],
    ...rows.map((row) => [
      row.name,
      String(row.requestsPerSecond),
      row.p50Ms.toFixed(2),
      row.p99Ms.toFixed(2),
      row.cpuMicros.toFixed(0),
      row.bareCpuMicros.toFixed(0),
      String(row.bareRequestsPerSecond),
      row.cpuRatio.toFixed(2),
      row.throughputRatio.toFixed(2),
    ]),
  ];
  return `\n${markdown(table)}${peers.length === 0 ? '' : `\n${peerTable(rows, peers)}`}`;
}

function peerTable(rows: readonly RowResult[], peers: readonly PeerResult[]): string {
  const table = peers.map(({ name, cpuMicros, requestsPerSecond }) => {
    const own = rows.find((row) => row.name === name);
    const times = own ? (cpuMicros / own.cpuMicros).toFixed(0) : '';
    return [name, String(requestsPerSecond), cpuMicros.toFixed(0), own ? own.cpuMicros.toFixed(0) : '', times];
  });
  return markdown([['request', 'Prism: requests/s', 'Prism: CPU µs', 'service: CPU µs', 'times cheaper'], ...table]);
}

export function markdown([head = [], ...body]: string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map((_cell, n) => (n === 0 ? '---' : '---:'))) + body.map(line).join('');
}
