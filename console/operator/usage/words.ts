import type { OperatorUsageRow } from 'marketplace-seller-sdk/operator';
import { numberFormat } from '../../formats.ts';

/** Whose requests they are. The service names an application only where its token is valid. */
export function callerName({ clientId, caller }: Pick<OperatorUsageRow, 'clientId' | 'caller'>): string {
  if (clientId !== undefined) return clientId;
  return caller === 'other' ? 'Others' : 'Without a valid token';
}

export { reasonText, refusalsText } from '../../refusal-words.ts';

const tenths = numberFormat({ maximumFractionDigits: 1 });

/** `1.4 ms`; seconds from one second on. */
export const durationText = (ms: number): string =>
  ms < 1_000 ? `${tenths.format(ms)} ms` : `${tenths.format(ms / 1_000)} s`;
