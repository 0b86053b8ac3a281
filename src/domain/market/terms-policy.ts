/**
 * Whose terms an offer's record has (decision 49). `seller`: a change of the seller is applied. `operator`: a record of the operator;
 * `asOfMs` is the time at which its terms were in force in the operator's system, and `override` says that they count in any case.
 */
export type TermsPolicy =
  | { readonly by: 'seller' }
  | { readonly by: 'operator'; readonly asOfMs?: number | undefined; readonly override?: boolean | undefined };
