const at = '2026-11-18T12:00:00.000Z';

const common = { host: 'machine-1', version: '0.3.0', startedTime: '2026-11-17T06:00:00.000Z', state: 'RUNNING' };

export const serviceExample = {
  readTime: at,
  processes: [
    {
      ...{ processId: '0b0e7c1e-6a54-4b21-9f0e-0d6a4f7f2a10', role: 'all', ...common, pid: 4711 },
      seenTime: '2026-11-18T11:59:48.000Z',
    },
  ],
  queues: [
    {
      ...{ queue: 'deliveries', count: 12, isExact: true, oldestSeconds: 1.2 },
      runbook: '/guides/runbook#queuegrowing',
    },
  ],
  work: [
    {
      ...{
        work: 'deliveries',
        purpose: 'deletes old deliveries',
        lastRunTime: '2026-11-18T11:59:40.000Z',
        durationSeconds: 0.012,
        hasFailed: false,
      },
      ...{ lagSeconds: 0, runbook: '/guides/runbook#sweepfailing' },
    },
  ],
  sharedWork: [{ work: 'dispatcher', workers: 1 }],
  store: { engine: 'sqlite', bytes: 84_000_768, logBytes: 4_152_992, runbook: '/guides/runbook#the-store' },
  disks: [{ host: 'machine-1', freeBytes: 52_000_000_000, totalBytes: 100_000_000_000 }],
  backups: [{ host: 'machine-1', lastTime: '2026-11-18T02:00:00.000Z', hasKey: true }],
  doctor: {
    ...{ examinedTime: at, problems: 1 },
    findings: [
      {
        ...{ section: 'Backups', kind: 'problem', text: 'the last backup of the data folder is 20 days old' },
        remedy: 'Take one, and let a timer do it every day: npm run backup -- DIR',
      },
    ],
  },
};
