import { readWord } from '../vocabulary.ts';
import type { EstimateFailure } from './estimate-input.ts';
import type { Fulfillment } from './fee-schedule.ts';

/** Decision 16. The reader of schedules sees to it that each has this one. */
const DEFAULT_PROGRAM = 'FS_STANDARD';
/** Another word for it, whatever the schedule says. */
const SAME_AS_DEFAULT = 'FS_CORE';

export type Program = { name: string; additionMinor: number };

/** The program the caller means, under the schedule's name for it; a refusal that lists the known ones otherwise. */
export function readProgram(programs: Fulfillment['programs'], text: string | undefined): Program | EstimateFailure {
  const names = Object.keys(programs).filter((name) => name !== SAME_AS_DEFAULT && name !== DEFAULT_PROGRAM);
  const known = [DEFAULT_PROGRAM, SAME_AS_DEFAULT, ...names];
  const word = readWord(known, text ?? DEFAULT_PROGRAM);
  if (word === undefined) {
    const quoted = JSON.stringify(text);
    return {
      code: 'InvalidParameterValue',
      message: `${quoted} is not a known fulfillment program.`,
      reasons: [`OptionalFulfillmentProgram must be one of ${known.join(', ')}, not ${quoted}.`],
    };
  }
  const name = word === SAME_AS_DEFAULT ? DEFAULT_PROGRAM : word;
  return { name, additionMinor: programs[name]?.additionMinor ?? 0 };
}
