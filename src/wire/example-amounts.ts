/** The amounts of the examples: US dollars. */
export const money = (Amount: number) => ({ CurrencyCode: 'USD', Amount });

export const price = (listing: number, shipping = 0) => ({
  LandedPrice: money(Math.round(100 * (listing + shipping)) / 100),
  ListingPrice: money(listing),
  Shipping: money(shipping),
});

export const net = (amount: number, fees: number) => ({ Net: money(amount), TotalFees: money(fees) });

export const winning = (listing: number, landed = listing) => ({
  resultStatus: 'VALID_FOEP',
  ListingPrice: money(listing),
  LandedPrice: money(landed),
});
