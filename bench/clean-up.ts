import { rmSync } from 'node:fs';
import { childrenOf } from './requests/cpu.ts';

/**
 * Ends the child processes and removes the folder, however this process ends: a bench must leave neither gigabytes nor a
 * service behind. `more` runs in between.
 */
export function cleanUpAtExit(folder: string, more: () => void = () => undefined): void {
  process.on('exit', () => {
    try {
      for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGTERM');
      more();
    } finally {
      // A child that is ending may still write into the folder.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
