import type { Command } from './command.ts';
/** The list of commands, for `--help` alone. */
export declare function overview(commands: readonly Command[]): string;
/** The help of one command. */
export declare function helpText({ name, takes, summary, details, options, examples }: Command): string;
