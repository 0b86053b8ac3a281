import type { Ratio } from '../compare/statistics.ts';
import type { Engine } from '../compare/store.ts';
import { describeMachine, type Machine } from '../machine.ts';
import type { RowResult } from './row-result.ts';
import { isSettled } from './settled.ts';

/** The rows of one engine with one number of connections. */
export type GroupResult = {
  engine: Engine;
  /** The engine with its version. */
  store: string;
  items: number;
  offers: number;
  connections: number;
  rows: RowResult[];
};

export type PeerResult = { name: string; cpuMicros: number; requestsPerSecond: number };

/** What `bench/results.json` has. */
export type Results = {
  machine: Machine;
  load: string;
  date: string;
  seconds: number;
  groups: GroupResult[];
  peers: PeerResult[];
};

/** The begin of the heading of the section about machines like this one. */
export const sectionStart = ({ architecture }: Machine) => `### ${architecture}`;

/** A section of docs/performance.md, in Markdown. */
export function sectionOf({ machine, load, date, seconds, groups, peers }: Results): string {
  const intro = `${describeMachine(machine)}. Load by ${load}, measurements of ${seconds} s, ${date}.`;
  const parts = [`${sectionStart(machine)}: ${machine.processor}`, intro, ...groups.map(groupText)];
  const main = groups.find(({ engine }) => engine === 'sqlite');
  if (peers.length > 0 && main) parts.push('The peer:', peerTable(main.rows, peers));
  return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
}

function groupText({ store, items, offers, connections, rows }: GroupResult): string {
  const count = connections === 1 ? '1 connection' : `${connections} connections`;
  return `${store}, ${thousands(items)} items with ${thousands(offers)} offers, ${count}:\n\n${rowTable(rows)}`;
}

function rowTable(rows: readonly RowResult[]): string {
  const hasStore = rows.some(({ storeCpuMicros }) => storeCpuMicros !== undefined);
  const ofStore = <T>(value: T): T[] => (hasStore ? [value] : []);
  const head = ['request', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', ...ofStore('PostgreSQL: CPU µs')];
  const cells = (row: RowResult) => [
    row.name,
    row.requestsPerSecond.toFixed(0),
    row.p50Ms.toFixed(2),
    row.p99Ms.toFixed(2),
    row.cpuMicros.toFixed(0),
    ...ofStore(row.storeCpuMicros?.toFixed(0) ?? ''),
    row.limitCpuMicros.toFixed(0),
    row.limitRequestsPerSecond.toFixed(0),
    ratioText(row.byCpu),
    ratioText(row.byThroughput),
  ];
  const limitHead = ['limit: CPU µs', 'limit: requests/s', 'ratio by CPU', 'by throughput'];
  return markdown([[...head, ...limitHead], ...rows.map(cells)]);
}

/** `0.53 ±3 %`, or `0.53 ±8 %, not settled`. */
export function ratioText(value: Ratio): string {
  const text = `${value.ratio.toFixed(2)} ±${Math.ceil(value.marginPercent)} %`;
  return isSettled(value) ? text : `${text}, not settled`;
}

function peerTable(rows: readonly RowResult[], peers: readonly PeerResult[]): string {
  const table = peers.map(({ name, cpuMicros, requestsPerSecond }) => {
    const own = rows.find((row) => row.name === name);
    const times = own ? (cpuMicros / own.cpuMicros).toFixed(0) : '';
    return [name, requestsPerSecond.toFixed(0), cpuMicros.toFixed(0), own ? own.cpuMicros.toFixed(0) : '', times];
  });
  return markdown([['request', 'Prism: requests/s', 'Prism: CPU µs', 'service: CPU µs', 'times cheaper'], ...table]);
}

const thousands = (value: number) => value.toLocaleString('en-US');

export function markdown([head = [], ...body]: string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map((_cell, n) => (n === 0 ? '---' : '---:'))) + body.map(line).join('');
}
