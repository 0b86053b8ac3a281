import { titleOf } from '../../domain/market/item.ts';
import { boardTime } from '../../domain/pricing/board-time.ts';
import { explainBox, failedGates } from '../../domain/pricing/box-explanation.ts';
import { presentListing } from '../../domain/pricing/decided-listing.ts';
import { verdictSentence } from '../../domain/pricing/verdict-sentence.ts';
import { writeListing } from '../../wire/pricing/position/listings.ts';
import { flatLines } from '../../wire/reports/flat-line.ts';
import type { ListingChoice } from '../../wire/reports/listing-choice.ts';
import { positionsReport } from '../../wire/reports/types/positions.ts';
import { chosenListings } from '../chosen-listing.ts';
import { computed } from '../computed-line.ts';
import { type CopiedListing, copyListingsAndMarket, countListings, feesIn, listingFacts } from '../listing-rows.ts';
import { rebuildBoards } from '../rebuild-boards.ts';
import type { ReportType } from '../report-type.ts';

const lineOf = flatLines(positionsReport.columns);

/** What `GET listings` says of each listing, and the explanation of its place. */
export const positionsType: ReportType = {
  description: positionsReport,
  size: countListings,
  prepare: rebuildBoards,

  copy: copyListingsAndMarket,

  async *lines(copy, request) {
    const parameters = request.parameters as ListingChoice;
    const { states } = parameters;
    const fees = feesIn(copy, request);
    for await (const listing of chosenListings(copy, parameters)) {
      const { decision, limits, judgedMs } = listing;
      const facts = listingFacts(listing);
      if (decision === null) {
        if (states === undefined) yield lineOf({ ...facts, ...undecided(listing) });
        continue;
      }
      const decided = { ...listing, decision };
      yield* computed(copy, facts, lineOf, () => {
        const present = presentListing(decided, fees(facts.MarketplaceId), judgedMs);
        if (states !== undefined && !states.includes(present.overview.state)) return undefined;
        const explained = explainBox(decided, 'Consumer', {}, boardTime(listing.valid_from, judgedMs));
        const Explanation = verdictSentence({ ...explained, failing: failedGates(explained) }, facts.CurrencyCode);
        return { ...writeListing({ ...present, limits }), ...facts, Explanation };
      });
    }
  },
};

/** What is known of a listing that nobody has evaluated yet. */
const undecided = ({ offer, item, termsRevision }: CopiedListing) => ({
  Title: titleOf(item),
  ItemCondition: offer.condition,
  FulfillmentChannel: offer.channel,
  Quantity: offer.quantity,
  TermsRevision: termsRevision,
});
