/** One line of the report about a provider. `problem` makes the examination fail. */
export type ProviderFinding = { readonly kind: 'ok' | 'note' | 'problem'; readonly text: string };
