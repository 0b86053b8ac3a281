/** An application that a seller authorized, by its client id at the provider. */
export type DelegatedApplication = { readonly sellerId: string; readonly application: string };

/** What the provider says of the applications that it was asked about. */
export type ApplicationGrants = {
  /** Whether the application still has a grant of its seller. */
  isGranted(application: DelegatedApplication): boolean;
  /** The name that people know it by; undefined when it has none. */
  nameOf(application: DelegatedApplication): string | undefined;
};

/** A person who works for a seller, by the `sub` of their tokens. */
export type SellerMember = { readonly sellerId: string; readonly memberId: string };
