import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Runs the doctor in a process of its own. Resolves to what it printed; undefined when it printed nothing in time. */
export type DoctorRun = () => Promise<string | undefined>;

/** More than all its deadlines inside. */
const LIMIT_MS = 60_000;
const MAX_BYTES = 2_000_000;

/** `entry` is the file that starts roles. The process reads its settings as this one did. */
export const doctorRun =
  (entry: string): DoctorRun =>
  () =>
    new Promise((resolve) => {
      const args = [...process.execArgv, entry, 'doctor', '--json'];
      const options = { timeout: LIMIT_MS, maxBuffer: MAX_BYTES };
      // It ends with 1 when it has found problems.
      const child = execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout || undefined));
      try {
        // Requests go first.
        if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // It has ended.
      }
    });
