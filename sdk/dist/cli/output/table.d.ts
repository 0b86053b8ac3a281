import type { Terminal } from './terminal.ts';
/** Numbers and amounts stand below each other at their end. */
type Column<Row> = {
    readonly name: string;
    readonly of: (row: Row) => string;
    readonly isRight?: boolean;
};
export declare const column: <Row>(name: string, of: (row: Row) => string | number | undefined) => Column<Row>;
export declare const rightColumn: <Row>(name: string, of: (row: Row) => string | number | undefined) => Column<Row>;
/** What the service sends may come from others: control characters must not move the cursor or change colours. */
export declare const plain: (text: string) => string;
/** A table with a heading; the last column may be as long as it likes. */
export declare function printTable<Row>(terminal: Terminal, rows: readonly Row[], columns: readonly Column<Row>[]): void;
/** Facts about one thing, each in a line. Those without a value are left out. */
export declare function printFacts(terminal: Terminal, facts: readonly (readonly [string, string | undefined])[]): void;
export {};
