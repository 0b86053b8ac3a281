/** How people call a seller: its name, or its SellerId while the name is not known, and where there is none. */
export type SellerName = (sellerId: string) => string;
