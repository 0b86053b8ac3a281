import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { compileCache, projectFolder } from '../harness/process.ts';
import { pythonPath } from '../harness/python.ts';

/** Runs the command on a terminal, answers each question, and prints what the terminal shows. */
const ON_A_TERMINAL = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp('node', ['node', 'start.js', 'client', 'set-password', 'a@b.example'])
shown, questions = b'', [b'shown): ', b'again: ']
while True:
    try: piece = os.read(terminal, 4096)
    except OSError: break
    if not piece: break
    shown += piece
    if questions and questions[0] in shown:
        questions.pop(0)
        os.write(terminal, b'typed on a terminal\\r')
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

test('set-password shows nothing of the password on a real terminal', async (t) => {
  const python = await pythonPath();
  const folder = mkdtempSync(join(tmpdir(), 'set-password-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE: compileCache, DATA_DIR: folder };
  const run = async (program: string, args: string[]) => {
    const child = spawn(program, args, { cwd: projectFolder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const shown = await text(child.stdout);
    return { shown, code: await ended };
  };
  const added = await run('node', ['start.js', 'client', 'add-account', '--email', 'a@b.example', '--seller', 'S1']);
  assert.equal(added.code, 0, added.shown);
  const { shown, code } = await run(python, ['-c', ON_A_TERMINAL]);
  assert.equal(code, 0, shown);
  assert.match(shown, /a@b\.example has a new password/);
  assert.doesNotMatch(shown, /typed/);
});
