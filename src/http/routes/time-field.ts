import { Fault } from '../../domain/fault.ts';
import { readTime, TIME_RULE } from '../../domain/time.ts';

/** A time in a query or body; throws a fault that names the field. Undefined when it is absent. */
export function timeOf(text: string | undefined, field: string): number | undefined {
  const time = text === undefined ? undefined : readTime(text);
  if (text === undefined || time !== undefined) return time;
  const name = field.replace('Query parameter ', '');
  const plus = name === field ? '' : ' Write the + of a time zone as %2B.';
  throw new Fault('InvalidInput', {
    message: `${name} is not valid.`,
    details: `${field} must be ${TIME_RULE}.${plus}`,
  });
}
