const HELP = ['--help', '-h'];

/** Whether the arguments ask for the usage: it is then printed, and nothing else happens. */
export const asksForHelp = (args: readonly string[]): boolean => args.some((arg) => HELP.includes(arg));
