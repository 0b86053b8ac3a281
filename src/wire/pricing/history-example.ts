/* Answers of a fresh demo, as the OpenAPI document shows them (see `examples.ts`). */

export const priceHistoryExample = {};
export const listingShareExample = {};
export const sellerShareExample = {};
export const listingHistoryExample = {};
