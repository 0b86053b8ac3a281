import type { DeliveryDetails } from 'marketplace-seller-sdk';

export type Cause = {
  /** The words of the newest failure of this cause. */
  readonly text: string;
  readonly count: number;
  /** When it was seen last. */
  readonly latest: string;
  readonly deliveryId: string;
  readonly channelId: string;
};

/** Failures with the same cause together: the most frequent first, then the newest. Each delivery counts once, by its last failed attempt. */
export function groupByCause(failed: readonly DeliveryDetails[]): Cause[] {
  const groups = new Map<string, Cause>();
  for (const { attempts, state, createdTime, deliveryId, channelId } of failed) {
    const attempt = attempts.findLast(({ outcome }) => outcome === 'FAILED' || outcome === 'UNKNOWN');
    if (!attempt && state !== 'EXPIRED') continue;
    const text = attempt ? causeText(attempt.error, attempt.code) : 'It was not fetched in time.';
    const latest = attempt?.startedTime ?? createdTime;
    const known = groups.get(keyOf(text));
    if (!known) groups.set(keyOf(text), { text, count: 1, latest, deliveryId, channelId });
    else if (latest > known.latest)
      groups.set(keyOf(text), { text, count: known.count + 1, latest, deliveryId, channelId });
    else groups.set(keyOf(text), { ...known, count: known.count + 1 });
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count || (a.latest < b.latest ? 1 : -1));
}

function causeText(error: string | undefined, code: number | undefined): string {
  if (error) return error;
  return code === undefined ? 'The outcome is not known.' : `The receiver answered ${code}.`;
}

/** Times, sizes and ids in a text do not make another cause; a status of three digits does. */
const keyOf = (text: string) => text.replaceAll(/\b(?!\d{3}\b)\d[\d.:]*\b/g, '#').toLowerCase();
