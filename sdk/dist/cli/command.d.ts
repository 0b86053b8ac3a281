import type { Terminal } from './output/terminal.ts';
import type { Session } from './session.ts';
type Option = {
    readonly type: 'string' | 'boolean';
    /** What stands for the value in the help, such as FILE. */
    readonly value?: string;
    readonly multiple?: true;
    readonly help: string;
};
export type Options = Readonly<Record<string, Option>>;
/** The values of the options by their names; those that may be repeated are lists. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
/** One run of a command. */
export type Call = {
    readonly values: Values;
    /** What stands behind the name of the command. */
    readonly names: readonly string[];
    readonly terminal: Terminal;
    readonly environment: Readonly<Record<string, string | undefined>>;
    /** Aborts when the person or the system ends the program. */
    readonly signal: AbortSignal;
    /** The service, and who asks. Rejects with a Problem when nobody is signed in. */
    connect(): Promise<Session>;
};
export type Command = {
    /** One word or two: `fees`, `prices set`. */
    readonly name: string;
    readonly summary: string;
    /** The arguments, as the help shows them. */
    readonly takes?: string;
    readonly minNames?: number;
    readonly maxNames?: number;
    readonly options?: Options;
    /** Sentences for the help. */
    readonly details?: string;
    readonly examples: readonly string[];
    /** Resolves to the exit code, 0 when undefined. */
    run(call: Call): Promise<number | undefined>;
};
export declare const textOf: ({ values }: Pick<Call, 'values'>, name: string) => string | undefined;
export declare const listOf: ({ values }: Pick<Call, 'values'>, name: string) => readonly string[];
export {};
