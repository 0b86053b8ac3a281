/** One line of the report of an examination. `problem` makes it fail. */
export type ProviderFinding = { readonly kind: 'ok' | 'note' | 'problem'; readonly text: string };
