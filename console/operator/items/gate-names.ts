/** What each gate of the buy box rule asks for, as the operator reads it. The service may add gates: their names are shown as they are. */
const names: Readonly<Record<string, string>> = {
  active: 'Active',
  startTime: 'Started',
  stock: 'In stock',
  availability: 'Available',
  shippingCharge: 'Has a shipping charge',
  featuredMerchant: 'Featured merchant',
  feedbackRating: 'Positive feedback',
  feedbackCount: 'Number of ratings',
  competitivePriceThreshold: 'Below the price threshold of the item',
};

export const gateName = (name: string): string => names[name] ?? name;
