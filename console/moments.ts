import { dateFormat } from './formats.ts';

export type MomentParts = 'both' | 'date' | 'time';

const formats = {
  both: dateFormat({ dateStyle: 'medium', timeStyle: 'short' }),
  date: dateFormat({ dateStyle: 'medium' }),
  time: dateFormat({ timeStyle: 'medium' }),
};

/** A moment in the reader's time zone. */
export const timeText = (at: string, parts: MomentParts = 'both'): string => formats[parts].format(new Date(at));

/** As the service writes moments in its sentences: UTC. */
export const MOMENT: RegExp = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** A sentence of the service with its moments as pages show them, for text alone. In content use `TextWithTimes`. */
export const withLocalTimes = (text: string): string => text.replaceAll(MOMENT, (at) => timeText(at));
