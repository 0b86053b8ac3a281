import type { Registry } from 'prom-client';
import type { IdentityUse } from '../../identity/identity.ts';
import { gaugeOf, histogramOf, type Sample } from './at-scrape.ts';

/** How fast the identity provider answers. `use` may be another object later: after the provider moved to another port. */
export function identityMetricsIn(registry: Registry, use: () => IdentityUse): void {
  const help =
    'Requests to the identity provider by endpoint and outcome: ok, rejected (4xx) or failed (5xx, no answer); and how long they took.';
  histogramOf(registry, { name: 'identity_provider_duration_seconds', help }, function* () {
    for (const [endpoint, outcomes] of use().provider.requests)
      for (const [outcome, counts] of Object.entries(outcomes))
        yield [{ endpoint: endpoint.replaceAll(' ', '_'), outcome }, counts];
  });
  const pending = 'Requests to the identity provider that have no answer yet.';
  gaugeOf(registry, { name: 'identity_provider_pending', help: pending, aggregator: 'sum' }, () => [
    [{}, use().provider.pending()],
  ]);
}

/** Lookups of tokens, for `cache_lookups_total`. A token that is not among the good ones is looked for among the rejected. */
export function tokenLookups({ tokens }: IdentityUse): Sample[] {
  const { hits, rejectedHits, fetches } = tokens;
  return [
    [{ cache: 'token', result: 'hit' }, hits],
    [{ cache: 'token', result: 'miss' }, rejectedHits + fetches],
    [{ cache: 'rejected_token', result: 'hit' }, rejectedHits],
    [{ cache: 'rejected_token', result: 'miss' }, fetches],
  ];
}

/** Cached tokens, for `cache_entries`. */
export function tokenEntries(use: IdentityUse): Sample[] {
  const { good, bad } = use.sizes();
  return [
    [{ cache: 'token' }, good],
    [{ cache: 'rejected_token' }, bad],
  ];
}
