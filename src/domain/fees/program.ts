import { readWord } from '../vocabulary.ts';
import type { EstimateFailure } from './estimate-input.ts';
import type { Fulfillment } from './fee-schedule.ts';

/** Decision 16. The record check of schedules guarantees that each schedule has it. */
const DEFAULT_PROGRAM = 'FS_STANDARD';
/** Another name of the default program, independent of the schedule. */
const DEFAULT_ALIAS = 'FS_CORE';

/** A program of decision 16 in its casing (decision 2); another one, which only a schedule may know, as the caller wrote it. */
export const writtenProgram = (text: string): string =>
  readWord([DEFAULT_PROGRAM, DEFAULT_ALIAS, 'FS_EXPEDITED'], text) ?? text;

export type Program = { name: string; additionMinor: number };

/** The program that the caller means, under the schedule's name for it; else a failure that lists the known programs. */
export function readProgram(programs: Fulfillment['programs'], text: string | undefined): Program | EstimateFailure {
  const names = Object.keys(programs).filter((name) => name !== DEFAULT_ALIAS && name !== DEFAULT_PROGRAM);
  const known = [DEFAULT_PROGRAM, DEFAULT_ALIAS, ...names];
  const word = readWord(known, text ?? DEFAULT_PROGRAM);
  if (word === undefined) {
    const quoted = JSON.stringify(text);
    return {
      code: 'InvalidParameterValue',
      message: `${quoted} is not a known fulfillment program.`,
      reasons: [`OptionalFulfillmentProgram must be one of ${known.join(', ')}, not ${quoted}.`],
    };
  }
  const name = word === DEFAULT_ALIAS ? DEFAULT_PROGRAM : word;
  return { name, additionMinor: programs[name]?.additionMinor ?? 0 };
}
