import { Type } from 'typebox';

/** As long as a caller may hold a request open. */
const MAX_SECONDS = 60;

/** The header that such a route reads (RFC 7240). */
export const preferHeader = {
  prefer: Type.Optional(
    Type.String({
      description: `wait=N: answer when the outcome is known, or after N seconds, at most ${MAX_SECONDS}.`,
      examples: ['wait=10'],
    }),
  ),
};

const wait = /^wait\s*=\s*(?:"(\d{1,9})"|(\d{1,9}))$/i;

/**
 * How many seconds `Prefer: wait` asks for. A preference that cannot be understood is ignored, and of two the first
 * counts (RFC 7240 2).
 */
export function waitSecondsOf(header: string | string[] | undefined): number | undefined {
  const preferences = [header ?? []].flat().join(',').split(',');
  const first = preferences.map((one) => one.split(';', 1)[0]?.trim() ?? '').find((one) => /^wait\b/i.test(one));
  const [, quoted, plain] = wait.exec(first ?? '') ?? [];
  const seconds = quoted ?? plain;
  return seconds === undefined ? undefined : Math.min(Number(seconds), MAX_SECONDS);
}
