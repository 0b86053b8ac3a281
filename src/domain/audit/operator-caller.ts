/** Who did something as the operator, for the audit log and for lists of what was done. */
export type OperatorCaller = {
  readonly who: { readonly type: 'client' | 'operator'; readonly id: string };
  readonly from: string;
  readonly requestId: string;
};
