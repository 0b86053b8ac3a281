import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/harness/free-port.ts';
import { type RunningProcess, startProcess } from './service.ts';

const folder = fileURLToPath(new URL('../peer', import.meta.url));
const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');

/** Prism answers from our OpenAPI document: what a developer would use without the service. */
export async function startPrism(log: string): Promise<RunningProcess> {
  // Installed on demand: only this bench needs its 180 packages.
  if (!existsSync(program)) execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  const port = await freePort();
  const args = [program, 'mock', '-m', 'false', '-h', '127.0.0.1', '-p', String(port), '-v', 'error', 'openapi.json'];
  return startProcess(args, { log, base: `http://127.0.0.1:${port}`, ready: '/health/live' });
}
