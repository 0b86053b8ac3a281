// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeMachine, readProcessorFields } from '../../bench/machine.ts';
import { withSection } from '../../bench/requests/document.ts';
import { type GroupResult, type Results, ratioText, sectionOf } from '../../bench/requests/report.ts';

const machine = {
  ...{ architecture: 'x64', processor: 'Example 3000', cores: 2, memoryGb: 25, hypervisor: 'KVM' },
  ...{ node: 'v26.10.0', loadAverage: 0.1 },
};
const row = {
  ...{ name: 'fees', rounds: 5, cpuMicros: 118.2, limitCpuMicros: 62.4, requestsPerSecond: 8446.2 },
  ...{ limitRequestsPerSecond: 16205.4, p50Ms: 3.71, p99Ms: 5.38 },
  ...{ byCpu: { ratio: 0.528, marginPercent: 2.1 }, byThroughput: { ratio: 0.521, marginPercent: 7.4 } },
};
const group: GroupResult = {
  ...{ engine: 'sqlite', store: 'SQLite', items: 100_000, offers: 791_234, connections: 32, rows: [row] },
};
const onPostgres: GroupResult = {
  ...{ ...group, engine: 'postgres', store: 'PostgreSQL 18.1', connections: 1 },
  rows: [{ ...row, storeCpuMicros: 77.7 }],
};
const results: Results = {
  ...{ machine, load: 'wrk', date: '2026-11-16', seconds: 2, groups: [group, onPostgres] },
  peers: [{ name: 'fees', cpuMicros: 981, requestsPerSecond: 1086 }],
};

describe('the report of the request bench', () => {
  it('names the machine, the load and each store, and has the figures', () => {
    assert.equal(
      sectionOf(results),
      `### x64: Example 3000

Example 3000, 2 cores, x64, 25 GB, virtual machine (KVM); Node 26.10.0. Load by wrk, measurements of 2 s, 2026-11-16.

SQLite, 100,000 items with 791,234 offers, 32 connections:

| request | requests/s | p50 ms | p99 ms | CPU µs | limit: CPU µs | limit: requests/s | ratio by CPU | by throughput |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| fees | 8446 | 3.71 | 5.38 | 118 | 62 | 16205 | 0.53 ±3 % | 0.52 ±8 %, not settled |

PostgreSQL 18.1, 100,000 items with 791,234 offers, 1 connection:

| request | requests/s | p50 ms | p99 ms | CPU µs | PostgreSQL: CPU µs | limit: CPU µs | limit: requests/s | ratio by CPU | by throughput |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| fees | 8446 | 3.71 | 5.38 | 118 | 78 | 62 | 16205 | 0.53 ±3 % | 0.52 ±8 %, not settled |

The peer:

| request | Prism: requests/s | Prism: CPU µs | service: CPU µs | times cheaper |
| --- | ---: | ---: | ---: | ---: |
| fees | 1086 | 981 | 118 | 8 |
`,
    );
  });

  it('says so when the machine was busy', () => {
    assert.match(
      describeMachine({ ...machine, loadAverage: 3.2 }),
      /busy with other work: load average 3\.2 at the start$/,
    );
  });

  it('settles a ratio at 5 %', () => {
    assert.equal(ratioText({ ratio: 0.5, marginPercent: 5 }), '0.50 ±5 %');
    assert.equal(ratioText({ ratio: 0.5, marginPercent: 5.1 }), '0.50 ±6 %, not settled');
  });
});

describe('the section of a document', () => {
  const text = '# Title\n\n### arm64: One\n\nold\n\n#### More\n\n### x64\n\nnothing yet\n\n## Next\n';

  it('is replaced up to the next heading of its level or above', () => {
    const section = '### x64: Two\n\nnew\n';
    assert.equal(withSection(text, '### x64', section), text.replace('### x64\n\nnothing yet\n', section));
    const other = withSection(text, '### arm64', '### arm64: Three\n');
    assert.equal(other, '# Title\n\n### arm64: Three\n\n### x64\n\nnothing yet\n\n## Next\n');
  });

  it('must be there', () => {
    assert.throws(() => withSection(text, '### x6', 'new'), /no heading "### x6"/);
  });
});

it('the fields of lscpu are read without their indentation', () => {
  const fields = readProcessorFields('Architecture:   aarch64\n  Model name:   Neoverse-N1\nFlags:\n');
  assert.deepEqual(
    [...fields],
    [
      ['Architecture', 'aarch64'],
      ['Model name', 'Neoverse-N1'],
    ],
  );
});
