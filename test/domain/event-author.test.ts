import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TermsChange } from '../../src/domain/notifications/market-event.ts';
import { redactedFor, writePriceChangedPart } from '../../src/wire/notifications/events/price-changed-part.ts';

const terms = { listingPriceMinor: 2_000, quantityDiscounts: [] };
const changeOf = (sku: string, ownChange?: TermsChange['ownChange']): TermsChange => ({
  ...{ sku, condition: 'New', currency: 'USD', termsRevision: 2, before: terms, after: terms },
  ...(ownChange && { ownChange }),
});
const dataOf = (part: string) => JSON.parse(`{${part}}`);

/** Texts that look like the members that are looked for. */
const tricky = fc.oneof(fc.string(), fc.constantFrom(',"ChangedBy":{"Kind":"x"}', '\\",\\"ChangedBy\\":', '}},"'));

test('a delegated application sees of the changes of others the kind of author alone, whatever ids and SKUs are', () => {
  fc.assert(
    fc.property(tricky, tricky, tricky, fc.boolean(), (sku, clientId, memberId, isConsole) => {
      const part = writePriceChangedPart(
        changeOf(sku, { receiptId: 'pc_1', by: { clientId, memberId, isConsole } }),
        undefined,
      );
      const whole = dataOf(part);
      const Kind = isConsole ? 'member' : 'application';
      assert.deepEqual(whole.ChangedBy, { Kind, ApplicationId: clientId, MemberId: memberId });
      const application = `${clientId} another`;
      assert.deepEqual(dataOf(redactedFor(application, part)), { ...whole, ChangedBy: { Kind } });
      assert.equal(redactedFor(clientId, part), part);
    }),
  );
});

test("a change of the operator's record names nobody, and says whether limits are crossed", () => {
  const part = writePriceChangedPart(changeOf('A'), true);
  const { ChangedBy, LimitsCrossed, PriceChangeId } = dataOf(part);
  assert.deepEqual([ChangedBy, LimitsCrossed, PriceChangeId], [{ Kind: 'operator' }, true, undefined]);
  assert.equal(redactedFor('repricer', part), part);
});
