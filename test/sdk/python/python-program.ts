import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { pythonPath } from '../../harness/python.ts';

export const pythonSdk = join(import.meta.dirname, '..', '..', '..', 'sdk', 'python');

/** A program that imports the SDK, has no other package, and leaves no files in the tree. */
async function startPython(program: string, ...values: string[]) {
  const env = { ...process.env, PYTHONPATH: pythonSdk, PYTHONDONTWRITEBYTECODE: '1' };
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    await pythonPath(),
    [join(import.meta.dirname, program), ...values],
    { env, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  return child;
}

/** Sends tasks as lines of JSON, and resolves each with the line that has its `id`. `hear`: another line that it will print. */
export async function startWorker(program: string, ...values: string[]) {
  const child = await startPython(program, ...values);
  const waiting = new Map<string, (answer: Record<string, unknown>) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Record<string, unknown> & { id: string };
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const hear = (id: string): Promise<Record<string, unknown>> => new Promise((resolve) => waiting.set(id, resolve));
  return {
    hear,
    ask(task: { id: string }): Promise<Record<string, unknown>> {
      const answer = hear(task.id);
      child.stdin.write(`${JSON.stringify(task)}\n`);
      return answer;
    },
    /** As a crash does it. */
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
