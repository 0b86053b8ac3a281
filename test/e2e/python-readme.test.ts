import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { pythonPath } from '../harness/python.ts';

const sdk = join(import.meta.dirname, '..', '..', 'sdk', 'python');

describe('the programs of the README of the Python SDK, on a fresh demo', () => {
  let service: ServiceProcess;
  let address = '';
  before(async () => {
    service = startService();
    address = await service.address();
  });
  after(() => service.end());

  test('each is complete, and prints what the README says', async () => {
    const text = await readFile(join(sdk, 'README.md'), 'utf8');
    const programs = [...text.matchAll(/^```python\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)];
    assert.equal(programs.length, text.match(/^```python$/gm)?.length, 'each has its output directly behind it');
    assert.ok(programs.length >= 7);
    const env = { ...process.env, PYTHONPATH: sdk, PYTHONDONTWRITEBYTECODE: '1' };
    const python = await pythonPath();
    for (const [, program = '', output = ''] of programs) {
      const { stdout } = await promisify(execFile)(
        python,
        ['-c', program.replaceAll('http://127.0.0.1:8080', address)],
        {
          env,
          timeout: 60_000,
        },
      );
      const expected = output.split('...\n').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
      assert.match(stdout, new RegExp(`^${expected.join('[\\s\\S]*')}$`), program);
    }
  });
});
