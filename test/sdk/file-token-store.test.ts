// run: without coverage

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileTokenStore } from '../../sdk/src/node/file-token-store.ts';
import { startProcess } from '../db/child-process.ts';
import { isTorture, rounds } from '../harness/scale.ts';

/** Takes the lock and says so. Keeps it until it gets a line. */
const holderCode = (path: string) => `
  const { fileTokenStore } = await load('sdk/src/node/file-token-store.ts');
  const { once } = await import('node:events');
  await fileTokenStore(${JSON.stringify(path)}).lock(async () => {
    console.log('locked');
    const staying = setInterval(() => undefined, 1_000);
    await once(process.stdin, 'data');
    clearInterval(staying);
  });
  console.log('free');
`;

describe('the token store in a file', () => {
  let folder: string;
  let next = 0;
  const newPath = () => join(folder, `${next++}`, 'tokens.json');
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'token-store-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has nothing at first, then what was saved, readable by its owner only, and leaves no other file', async () => {
    const path = newPath();
    const store = fileTokenStore(path);
    assert.equal(await store.load(), undefined);
    await store.save({ refreshToken: 'r1' });
    await store.lock(() => store.save({ refreshToken: 'r2', accessToken: 'a2', expiresAt: 12 }));
    assert.deepEqual(await fileTokenStore(path).load(), { refreshToken: 'r2', accessToken: 'a2', expiresAt: 12 });
    assert.deepEqual(readdirSync(join(path, '..')).sort(), ['tokens.json', 'tokens.json.lock']);
    for (const name of [path, `${path}.lock`]) assert.equal(statSync(name).mode & 0o777, 0o600);
  });

  it('refuses a file that holds something else, without showing it', async () => {
    const store = fileTokenStore(join(folder, 'other.json'));
    for (const text of ['{"refreshToken":', '[]', 'null', '{"refreshToken":7}', 'secret']) {
      writeFileSync(join(folder, 'other.json'), text);
      await assert.rejects(
        store.load(),
        (error: Error) => /no token file/.test(error.message) && !/secret/.test(error.message),
      );
    }
  });

  it('passes on what the work returns or throws, and is free afterwards', async () => {
    const store = fileTokenStore(newPath());
    assert.equal(await store.lock(async () => 7), 7);
    await assert.rejects(
      store.lock(() => Promise.reject(new RangeError('no'))),
      RangeError,
    );
    assert.equal(await store.lock(async () => 8), 8);
  });

  it('runs one work at a time in one process, also through several stores, and its log stays short', async () => {
    const path = newPath();
    let inside = 0;
    const work = async () => {
      inside += 1;
      assert.equal(inside, 1);
      await sleep(1);
      inside -= 1;
    };
    const stores = Array.from({ length: 4 }, () => fileTokenStore(path));
    for (const round of rounds(4, 100)) {
      await Promise.all(stores.map((store) => store.lock(work)));
      assert.ok(round > 0 && statSync(`${path}.lock`).size < 10_000);
    }
    for (const _ of rounds(40, 400)) await stores[0]?.lock(work);
    assert.ok(statSync(`${path}.lock`).size < 6_000);
  });

  it('follows no symbolic link that somebody put in the place of its lock: what it names is neither appended to nor emptied', async () => {
    const path = newPath();
    mkdirSync(join(path, '..'));
    const theirs = join(folder, 'theirs');
    // A log that is due to be emptied: the next holder does so when it frees the lock.
    const log = `\ntake somebody elsewhere 1 - .\n\nfree somebody .\n`.repeat(200);
    for (const text of ['their text', log]) {
      writeFileSync(theirs, text);
      symlinkSync(theirs, `${path}.lock`);
      const store = fileTokenStore(path);
      await assert.rejects(
        store.lock(async () => assert.fail('it has no lock')),
        /ELOOP|no lock file/,
      );
      assert.equal(readFileSync(theirs, 'utf8'), text);
      rmSync(`${path}.lock`);
      assert.equal(await store.lock(async () => 7), 7);
      rmSync(`${path}.lock`);
    }
  });

  it('leaves a file alone that is no lock file, and says so', async () => {
    const path = newPath();
    mkdirSync(join(path, '..'));
    writeFileSync(`${path}.lock`, 'versions of packages\n');
    await assert.rejects(
      fileTokenStore(path).lock(async () => assert.fail('it has no lock')),
      /tokens\.json\.lock is no lock file/,
    );
    assert.equal(readFileSync(`${path}.lock`, 'utf8'), 'versions of packages\n');
  });

  it('follows no symbolic link in the place of the file that it writes tokens to', async () => {
    const path = newPath();
    const store = fileTokenStore(path);
    const theirs = join(folder, 'theirs');
    writeFileSync(theirs, 'their text');
    await store.lock(async () => {
      const [, holderId = ''] = /take (\S+)/.exec(readFileSync(`${path}.lock`, 'utf8')) ?? [];
      symlinkSync(theirs, `${path}.${holderId}.tmp`);
      await assert.rejects(store.save({ refreshToken: 'r1' }), { code: 'EEXIST' });
      symlinkSync(theirs, path);
      await store.save({ refreshToken: 'r1' });
    });
    assert.equal(readFileSync(theirs, 'utf8'), 'their text');
    assert.ok(lstatSync(path).isFile());
    assert.deepEqual(await store.load(), { refreshToken: 'r1' });
  });

  it('is free at once when its holder is killed, and the unfinished file of the holder is removed', async () => {
    const path = newPath();
    const { child, lines, ended } = startProcess(holderCode(path));
    assert.equal((await lines.next()).value, 'locked');
    const [, holderId = ''] = /take (\S+)/.exec(readFileSync(`${path}.lock`, 'utf8')) ?? [];
    writeFileSync(`${path}.${holderId}.tmp`, 'half a tok');
    const store = fileTokenStore(path);
    let isFree = false;
    const taken = store.lock(async () => {
      isFree = true;
    });
    await sleep(100);
    assert.equal(isFree, false);
    child.kill('SIGKILL');
    const killedAt = performance.now();
    await taken;
    assert.ok(performance.now() - killedAt < 5_000);
    assert.deepEqual(readdirSync(join(path, '..')), ['tokens.json.lock']);
    await ended;
  });

  it('is free when its holder has ended and its parent does not ask for the exit code, as in many containers', async () => {
    const path = newPath();
    const module = new URL('../../sdk/src/node/file-token-store.ts', import.meta.url).href;
    const code = `
      import { fileTokenStore } from ${JSON.stringify(module)};
      await fileTokenStore(${JSON.stringify(path)}).lock(() => {
        console.log(process.pid);
        return new Promise((resolve) => setTimeout(resolve, 60_000));
      });
    `;
    // `sleep` replaces the shell and becomes the parent of the holder.
    const parent = spawn('sh', ['-c', '"$0" --input-type=module -e "$1" & exec sleep 60', process.execPath, code]);
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    process.kill(Number(pid), 'SIGKILL');
    const taken = fileTokenStore(path).lock(async () => 'free');
    assert.equal(await Promise.race([taken, sleep(5_000, 'held')]), 'free');
    assert.match(readFileSync(`/proc/${Number(pid)}/stat`, 'utf8'), /\) Z /, 'the holder is a zombie');
    parent.kill('SIGKILL');
  });

  it('stays with a holder that is stopped: it is alive, and would go on with the old token', async () => {
    const path = newPath();
    const { child, lines, ended } = startProcess(holderCode(path));
    assert.equal((await lines.next()).value, 'locked');
    child.kill('SIGSTOP');
    let isFree = false;
    const taken = fileTokenStore(path).lock(async () => {
      isFree = true;
    });
    await sleep(isTorture ? 15_000 : 300);
    assert.equal(isFree, false);
    child.kill('SIGCONT');
    child.stdin?.write('go on\n');
    await taken;
    assert.equal((await lines.next()).value, 'free');
    child.stdin?.end();
    await ended;
  });

  it('is free when another process has the pid of its dead holder', async () => {
    const path = newPath();
    const store = fileTokenStore(path);
    await store.lock(async () => undefined);
    const [, place] = /take \S+ (\S+)/.exec(readFileSync(`${path}.lock`, 'utf8')) ?? [];
    // This process has that pid, and started at another time.
    writeFileSync(`${path}.lock`, `\ntake someone ${place} ${process.pid} 1 .\n`);
    const startedAt = performance.now();
    await store.lock(async () => undefined);
    assert.ok(performance.now() - startedAt < 5_000);
  });

  it('ignores lines that were cut, words of those who do not hold it, and late words of a former holder', async () => {
    const path = newPath();
    const store = fileTokenStore(path);
    await store.lock(async () => undefined);
    const own = /take \S+ (.*)/.exec(readFileSync(`${path}.lock`, 'utf8'))?.[1];
    writeFileSync(
      `${path}.lock`,
      `\ntake cut elsewhere 1\ntake a ${own}\nfree b .\ntake c ${own}\nfree a .\ndead c .\nfree a .\n`,
    );
    const free = store.lock(async () => 'free');
    assert.equal(await Promise.race([free, sleep(5_000, 'held')]), 'free', 'neither the cut line nor c ever held it');
    writeFileSync(`${path}.lock`, `\ntake a ${own}\nfree b .\ndead b .\nfree`);
    const waiting = store.lock(async () => undefined).then(() => 'free');
    assert.equal(await Promise.race([waiting, sleep(200, 'held')]), 'held');
    writeFileSync(`${path}.lock`, '\nfree a .\n', { flag: 'a' });
    assert.equal(await waiting, 'free');
  });
});
