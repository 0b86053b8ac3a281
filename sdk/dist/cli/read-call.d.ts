import type { Command, Options, Values } from './command.ts';
/** Every command takes these. */
export declare const COMMON_OPTIONS: Options;
export type ReadCall = {
    readonly command: Command | undefined;
    readonly values: Values;
    readonly names: readonly string[];
};
/** Finds the command and reads its options. Throws a Problem that names what is wrong and the help. */
export declare function readCall(args: readonly string[], commands: readonly Command[]): ReadCall;
