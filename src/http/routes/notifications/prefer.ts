import { Type } from 'typebox';

/** The longest wait that is granted. */
const MAX_WAIT_SECONDS = 60;

/** The header of a route that can wait for an outcome (RFC 7240). */
export const preferHeader = {
  prefer: Type.Optional(
    Type.String({
      description: `wait=N: answer when the outcome is known, or after N seconds, at most ${MAX_WAIT_SECONDS}.`,
      examples: ['wait=10'],
    }),
  ),
};

const wait = /^wait\s*=\s*(?:"(\d{1,9})"|(\d{1,9}))$/i;

/**
 * The seconds of `Prefer: wait`, at most `MAX_WAIT_SECONDS`. An unknown preference is ignored, and the first of two applies
 * (RFC 7240 2).
 */
export function waitSecondsOf(header: string | string[] | undefined): number | undefined {
  const preferences = [header ?? []].flat().join(',').split(',');
  const first = preferences.map((one) => one.split(';', 1)[0]?.trim() ?? '').find((one) => /^wait\b/i.test(one));
  const [, quoted, plain] = wait.exec(first ?? '') ?? [];
  const seconds = quoted ?? plain;
  return seconds === undefined ? undefined : Math.min(Number(seconds), MAX_WAIT_SECONDS);
}
