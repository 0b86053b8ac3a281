import { Type } from '../../wire/type.ts';

/** The longest wait that is granted. */
const MAX_WAIT_SECONDS = 60;

/** The header of a route that can wait (RFC 7240). */
const preferHeaderFor = (what: string, more = {}) => ({
  prefer: Type.Optional.String({
    description: `wait=N: answer ${what}, or after N seconds, at most ${MAX_WAIT_SECONDS}.`,
    ...more,
  }),
});

export const preferHeader = preferHeaderFor('when the outcome is known', { examples: ['wait=10'] });

/** Without an example: those are sent to a service where nothing happens, and would wait. */
export const preferEventHeader = preferHeaderFor('when there is an event');

export const preferChangeHeader = preferHeaderFor('when there is a change');

/** The header of an answer that waited. */
export const preferenceApplied = {
  'Preference-Applied': {
    type: 'string',
    description: 'With `Prefer: wait`: the wait that was granted.',
    examples: ['wait=10'],
  },
} as const;

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
