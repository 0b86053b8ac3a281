import { presentListing, triedListing } from '../../domain/pricing/decided-listing.ts';
import type { CustomerType } from '../../domain/vocabulary.ts';
import { writeWhatIfListing } from '../../wire/pricing/position/what-if.ts';
import { flatLines } from '../../wire/reports/flat-line.ts';
import type { ListingChoice } from '../../wire/reports/listing-choice.ts';
import { readWhatIfParameters, whatIfReport } from '../../wire/reports/types/what-if.ts';
import { chosenListings } from '../chosen-listing.ts';
import { computed } from '../computed-line.ts';
import { copyListingsAndMarket, countListings, feesIn, listingFacts } from '../listing-rows.ts';
import { rebuildBoards } from '../rebuild-boards.ts';
import type { ReportType } from '../report-type.ts';

const lineOf = flatLines(whatIfReport.columns);

/** What `POST whatIf` says of each listing. */
export const whatIfType: ReportType = {
  description: whatIfReport,
  size: countListings,
  prepare: rebuildBoards,

  copy: copyListingsAndMarket,

  async *lines(copy, request) {
    const parameters = request.parameters as ListingChoice & { CustomerType?: CustomerType };
    const { states, CustomerType: customer = 'Consumer' } = parameters;
    const fees = feesIn(copy, request);
    for await (const listing of chosenListings(copy, parameters)) {
      const { decision, offer, judgedMs } = listing;
      const facts = listingFacts(listing);
      if (decision === null) {
        if (states === undefined)
          yield lineOf({ ...facts, ItemCondition: offer.condition, TermsRevision: listing.termsRevision });
        continue;
      }
      yield* computed(copy, facts, lineOf, () => {
        const decided = { ...listing, decision };
        const at = { fees: fees(offer.marketplaceId), now: judgedMs };
        if (states && !states.includes(presentListing(decided, at.fees, at.now).overview.state)) return undefined;
        const tried = readWhatIfParameters(parameters, offer);
        const found = { ...triedListing(decided, customer, tried, at), costMinor: undefined };
        return { ...writeWhatIfListing({ sku: offer.sku, found }, offer.currency), ...facts };
      });
    }
  },
};
