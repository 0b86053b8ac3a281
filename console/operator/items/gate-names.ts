/**
 * The gates of the buy box rule. A name says what is looked at and not how that ends, because it stands beside a tick or a cross. The
 * service may add gates: their names are shown as they are.
 */
const names: Readonly<Record<string, string>> = {
  active: 'Switched on by the seller',
  startTime: 'Start time',
  stock: 'Stock',
  availability: 'Availability',
  shippingCharge: 'Shipping charge',
  featuredMerchant: 'Featured merchant',
  feedbackRating: "Seller's positive feedback",
  feedbackCount: "Seller's number of ratings",
  competitivePriceThreshold: 'Price limit of the item',
};

export const gateName = (name: string): string => names[name] ?? name;
