import type { CallOptions, TDataShape } from '../operation-client.ts';
/** What a loop over the pages of an operation takes: path and query of the operation. With `query.nextToken` it begins there. */
export type PageOptions<TData extends TDataShape> = Omit<TData, 'url' | 'body' | 'headers'> & CallOptions;
/** The elements of all pages, one after the other; `pages()` has the whole answers. A page is fetched when the loop gets to it. */
export type Pages<Element, Answer> = AsyncIterable<Element> & {
    pages(): AsyncIterable<Answer>;
};
/** What the pages of an operation have. */
type PageParts<Element> = {
    elements: readonly Element[];
    nextToken?: string;
};
/** `read` makes the call of one page: the first one with what the caller gave, those after it with the token. */
export declare function pagesOf<Element, Answer>({ signal }: Pick<CallOptions, 'signal'>, read: (nextToken: {
    nextToken?: string;
}) => Promise<Answer>, partsOf: (answer: Answer) => PageParts<Element>): Pages<Element, Answer>;
export {};
