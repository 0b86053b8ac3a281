import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { storeUnavailable } from '../../src/db/db.ts';
import { fullDiskProblem } from '../../src/disk/full-disk.ts';
import { ServiceProcess } from '../harness/process.ts';
import { isTorture, testInTorture } from '../harness/scale.ts';

/** What an operator reads: one sentence about the disk, and what to do. No stack, and nothing about clients. */
const FULL = /^The disk of (\S+) is full \(.+\)\. [\d,]+ bytes are free.*\. Free space there, or set DATA_DIR .*\n/;

describe('a start on a full disk', () => {
  const home = mkdtempSync(join(tmpdir(), 'full-disk-'));
  const started: ServiceProcess[] = [];
  afterEach(async () => {
    for (const service of started.splice(0)) await service.end();
  });
  after(() => rmSync(home, { recursive: true }));

  async function refused(command: string, args: string[], dataDir: string): Promise<void> {
    // Without coverage, whose file would be cut off, too.
    const service = new ServiceProcess(command, args, {
      DATA_DIR: dataDir,
      NODE_V8_COVERAGE: '',
      NODE_COMPILE_CACHE: '',
    });
    started.push(service);
    assert.equal(await service.ended(), 1, service.stdout);
    assert.equal(FULL.exec(service.stderr)?.[1], dataDir, service.stderr);
    assert.doesNotMatch(service.stderr, /\n {4}at /);
  }

  // A limit on the length of files makes the same writes fail as a full disk, and needs no disk of its own.
  for (const kilobytes of isTorture ? [0, 4, 16, 40] : [16])
    test(`says so when no file may have more than ${kilobytes} KB`, async () => {
      const dataDir = join(home, String(kilobytes));
      const limited = ['-c', 'ulimit -f "$0" && exec "$@"', String(kilobytes * 2)];
      await refused('/bin/sh', [...limited, process.execPath, 'src/main.ts', 'all'], dataDir);
      assert.deepEqual(
        readdirSync(dataDir).filter((name) => name.startsWith('.probe')),
        [],
      );
    });

  testInTorture(
    'says so wherever the space ends: folders, the lock, keys, both stores, a store that is in use',
    async () => {
      const dataDir = join(home, 'small');
      const mounted = (kilobytes: number, work: string) => [
        ...[
          '--mount',
          'sh',
          '-c',
          `mkdir -p "$0" && mount -t tmpfs -o size=${kilobytes}k none "$0" && ${work}`,
          dataDir,
        ],
        ...[process.execPath, 'src/main.ts'],
      ];
      for (const kilobytes of [4, 8, 16, 32, 64, 150, 400, 800, 1_600])
        await refused('unshare', mounted(kilobytes, 'exec "$@" all'), dataDir);
      const fillUp = '"$@" migrate && "$@" client list && { dd if=/dev/zero of="$0/fill" bs=1k 2>/dev/null; true; }';
      for (const role of ['all', 'worker', 'migrate'])
        await refused('unshare', mounted(8_000, `{ ${fillUp}; } >/dev/null && exec "$@" ${role}`), dataDir);
    },
  );

  test('is told from the error of the system, of SQLite and of PostgreSQL, through every error around it', () => {
    const problemOf = (error: Error) => fullDiskProblem(new Error('around it', { cause: error }), home);
    const thrown = (work: () => void): Error => {
      try {
        work();
      } catch (error) {
        return error as Error;
      }
      throw new Error('nothing was thrown');
    };
    const noSpace = thrown(() => writeFileSync('/dev/full', 'x'));
    assert.match(problemOf(noSpace) ?? '', /^The disk of \S+ is full \(ENOSPC: no space left on device/);
    const sqlite = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    assert.match(problemOf(storeUnavailable(sqlite)) ?? '', new RegExp(`^The disk of ${home} is full`));
    const inputOutput = Object.assign(new Error('disk I/O error'), { errcode: 4_874 });
    assert.match(problemOf(storeUnavailable(inputOutput)) ?? '', /^Writing to the disk .* failed \(disk I\/O error\)/);
    const server = Object.assign(new Error('could not extend file'), { code: '53100' });
    assert.match(problemOf(storeUnavailable(server)) ?? '', /^The disk of the PostgreSQL server is full/);
    for (const other of [new Error('x'), Object.assign(new Error('locked'), { errcode: 5 })])
      assert.equal(problemOf(other), undefined);
  });
});
