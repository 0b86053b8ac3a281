/** An application that a seller authorized, by its client id at the provider. */
export type DelegatedApplication = { readonly sellerId: string; readonly application: string };
