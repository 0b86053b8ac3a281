import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { pythonModuleOf } from '../harness/documented-programs.ts';
import { projectFolder, type ServiceProcess, startService } from '../harness/process.ts';
import { pythonPath } from '../harness/python.ts';
import { pythonSdk } from '../sdk/python/python-program.ts';
import { inGuideOrder } from './guide-order.ts';

const textOf = (page: string) => readFileSync(join(projectFolder, page), 'utf8');
const guides = globSync('docs/*.md', { cwd: projectFolder }).map((path) => basename(path, '.md'));

describe('the Python of the documents, on a fresh demo', () => {
  let service: ServiceProcess;
  let address = '';
  let python = '';
  before(async () => {
    service = startService();
    [address, python] = await Promise.all([service.address(), pythonPath()]);
  });
  after(() => service.end());

  /** Resolves with what a program prints, which has the SDK and no other package. */
  async function run(args: string[], input = ''): Promise<string> {
    const env = { ...process.env, PYTHONPATH: pythonSdk, PYTHONDONTWRITEBYTECODE: '1' };
    const running = promisify(execFile)(python, args, { env, timeout: 60_000 });
    running.child.stdin?.end(input);
    return (await running).stdout;
  }
  const placed = (program: string) => program.replaceAll('http://127.0.0.1:8080', address);

  test('each program of the README of the SDK is complete, and prints what the README says', async () => {
    const text = textOf('sdk/python/README.md');
    const programs = [...text.matchAll(/^```python\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)];
    assert.equal(programs.length, text.match(/^```python$/gm)?.length, 'each has its output directly behind it');
    assert.ok(programs.length >= 7);
    for (const [, program = '', output = ''] of programs) {
      const stdout = await run(['-c', placed(program)]);
      const expected = output.split('...\n').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
      assert.match(stdout, new RegExp(`^${expected.join('[\\s\\S]*')}$`), program);
    }
  });

  test('the blocks of all guides run and print what they show', async () => {
    const modules = inGuideOrder(guides).map(
      (name) => [name, placed(pythonModuleOf(textOf(`docs/${name}.md`)))] as const,
    );
    const withCode = modules.filter(([, text]) => text.trim() !== '');
    assert.ok(withCode.length >= 12);
    const runner = join(import.meta.dirname, 'python_modules.py');
    assert.deepEqual(JSON.parse(await run([runner], JSON.stringify(Object.fromEntries(withCode)))), []);
  });
});
