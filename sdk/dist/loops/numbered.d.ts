import { type OnRetry } from './persist.ts';
/** A page of a list whose elements have numbers. Elements up to `oldest` - 1 are not kept any more; `latest` is the last one. */
type NumberedPage<Element> = {
    elements: readonly Element[];
    oldest: number;
    latest: number;
    /** Elements after the requested number are not kept any more. */
    truncated: boolean;
    hasMore: boolean;
};
/** A list that grows at its end. */
export type NumberedList<Element> = {
    /** What its elements are called, and their numbers. */
    names: {
        elements: string;
        number: string;
    };
    read(after: number): Promise<NumberedPage<Element>>;
    numberOf(element: Element): number;
    /** Called when elements were missed. Returns after which number to go on; undefined: with the oldest one that is kept. */
    onGap(after: number, page: NumberedPage<Element>): number | undefined | void | Promise<number | undefined | void>;
};
export type NumberedOptions = {
    /** The number of the last element that the caller has. Undefined: begin with the oldest one that is kept. */
    after: number | string | undefined;
    /** False: end after the last element that there is. */
    follow: boolean;
    onRetry?: OnRetry | undefined;
    signal?: AbortSignal | undefined;
};
/** The elements in the order of their numbers, each one once. */
export declare function followNumbers<Element>(list: NumberedList<Element>, { after: start, follow, onRetry, signal }: NumberedOptions): AsyncGenerator<Element, void, undefined>;
export {};
