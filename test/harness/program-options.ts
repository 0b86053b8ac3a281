import { asksForHelp } from '../../src/roles/commands/help.ts';

/** The options of a program for developers: `--help` prints the usage and ends it, a wrong option is told with the usage. */
export function programOptions<T>(usage: string, read: () => T): T {
  if (asksForHelp(process.argv.slice(2))) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
