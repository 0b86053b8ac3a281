import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleHarness, expectFits, expectNoViolations } from '../../console/harness.ts';

type Destination = { channelId: string; choicesByKind?: object[]; eventTypes?: string[] };

/** What programs set for single kinds of events, beside the settings of their destination (decision 58). */
export function subscriptionTests(harness: ConsoleHarness): void {
  test('console: the settings of a subscription are shown, and one click goes back to those of the destination', async () => {
    const authorization = `Bearer ${await harness.tokenOf('demoseller', 'demosellersecret')}`;
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${harness.base}/notifications/v4${path}`, {
        ...{ method, headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
      return (answer.status === 204 ? {} : await answer.json()) as Destination;
    };
    const { channelId } = await call('POST', '/destinations', { type: 'PULL', channelName: 'Nightly queue' });
    const path = `/destinations/${channelId}`;
    await call('POST', '/subscriptions/PRICING_HEALTH', {
      destinationId: channelId,
      processingDirective: { eventFilter: { marketplaceIds: ['STORE_US'] }, windowSeconds: 300 },
    });
    await harness.visit(`/notifications/${channelId}?tab=settings`, { width: 390 }, async (page) => {
      const card = page.getByRole('region', { name: 'Subscriptions' });
      await card.getByText('A program has set these for single kinds.').waitFor();
      const [row = ''] = await card.getByRole('listitem').allTextContents();
      assert.match(row, /^Health only some, by marketplace; at most one in 5 min for an item/);
      await expectFits(page);
      await expectNoViolations(page);
      await card.getByRole('button', { name: /^Use the settings above for / }).click();
      await card.waitFor({ state: 'detached' });
      assert.equal((await call('GET', path)).choicesByKind, undefined);

      // Without any kind it waits, and says so.
      await call('PATCH', path, { eventTypes: [] });
      await page.reload();
      await card.getByText('it waits for a program to subscribe it').waitFor();
      await expectNoViolations(page);
    });
    await call('DELETE', path);
  });
}
