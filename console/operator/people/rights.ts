/** What each right of the operator is for (decision 55), in the order in which people read them. */
export const RIGHTS: readonly { readonly right: string; readonly words: string }[] = [
  { right: 'operator:market:read', words: 'see the market' },
  { right: 'operator:market:write', words: 'change market data, see it and the audit log' },
  { right: 'operator:sellers:read', words: 'see sellers, their people, applications, deliveries and usage' },
  { right: 'operator:sellers:write', words: 'disable sellers, people and applications, and help with lost factors' },
  { right: 'operator:support', words: 'see the console as a seller' },
  { right: 'operator:admin', words: "give the operator's people their rights" },
];
