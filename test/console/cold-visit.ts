import type { CDPSession, Page } from 'playwright-core';
import { type ConsoleHarness, loaded } from './harness.ts';

/** What a page of the console costs a seller who is signed in at the provider and has none of the console's files. */
export type ColdVisit = {
  /** Until the browser paints something of the page, and until the page shows its content. */
  readonly frameMs: number;
  readonly contentMs: number;
  /** Until then, what the browser did not have: with redirects, without the open question for events. */
  readonly requests: number;
  /** Compressed, with headers. */
  readonly bytes: number;
};

export type SlowNetwork = { readonly latencyMs: number; readonly bytesPerSecond: number };

/** Opens a page with an empty cache, and measures until it shows no skeleton. Somebody must have signed in before. */
export async function coldVisit(harness: ConsoleHarness, path: string, network?: SlowNetwork): Promise<ColdVisit> {
  const { page } = harness;
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Network.enable');
    await session.send('Network.clearBrowserCache');
    if (network) await slowDown(session, network);
    const counted = count(session);
    const startedMs = performance.now();
    await page.goto(`${harness.base}/console${path}`, { waitUntil: 'commit' });
    await loaded(page);
    const contentMs = performance.now() - startedMs;
    return { frameMs: await paintedMs(page), contentMs, ...counted() };
  } finally {
    await session.detach();
  }
}

function slowDown(session: CDPSession, { latencyMs, bytesPerSecond }: SlowNetwork): Promise<unknown> {
  return session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

function count(session: CDPSession): () => Pick<ColdVisit, 'requests' | 'bytes'> {
  let [requests, bytes] = [0, 0];
  session.on('Network.requestWillBeSent', ({ redirectResponse }) => {
    if (redirectResponse) [requests, bytes] = [requests + 1, bytes + redirectResponse.encodedDataLength];
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (encodedDataLength > 0) [requests, bytes] = [requests + 1, bytes + encodedDataLength];
  });
  return () => ({ requests, bytes });
}

const paintedMs = (page: Page): Promise<number> =>
  page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN");
