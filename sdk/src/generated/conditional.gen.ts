// Written by `npm run generate` from openapi.json. Do not edit.

import type {
    GetListingOffersResponses,
    GetItemOffersResponses,
    GetCompetitivePricingResponses,
    GetPricingResponses,
    ExplainBuyBoxResponses,
    GetListingsResponses,
    GetEventSchemasResponses,
    GetEventSchemaResponses,
    GetReportDocumentResponses,
} from './types.gen.ts';

/** The answers of the operations that take `if-none-match`, and then may answer 304. */
export type ConditionalResponses =
    | GetListingOffersResponses
    | GetItemOffersResponses
    | GetCompetitivePricingResponses
    | GetPricingResponses
    | ExplainBuyBoxResponses
    | GetListingsResponses
    | GetEventSchemasResponses
    | GetEventSchemaResponses
    | GetReportDocumentResponses;
