import type { Import, ImportCounts } from 'marketplace-seller-sdk/operator';
import { numberText } from '../../formats.ts';
import { importStates } from '../../states/import.ts';
import { type StateWords, wordsIn } from '../../states/state-words.ts';

/** What a state means; nothing is good that lost lines. */
export function stateOf(state: string, rejected: number): StateWords {
  const words = wordsIn(importStates, state);
  return rejected > 0 && words.tone === 'good' ? { label: `${words.label}, lines lost`, tone: 'warn' } : words;
}

/** Whether it goes on by itself: then the page asks again. */
export const isMoving = ({ state }: Pick<Import, 'state'>): boolean =>
  ['UPLOADING', 'CHECK_QUEUED', 'CHECKING', 'APPLY_QUEUED', 'APPLYING'].includes(state);

export const canCancel = (one: Pick<Import, 'state'>): boolean => isMoving(one) || one.state === 'CHECKED';

/** Lost lines first: they are what the reader looks for. */
export function countsText({ added, changed, unchanged, removed, rejected }: ImportCounts): string {
  const parts = [
    `${numberText(rejected)} ${rejected === 1 ? 'line' : 'lines'} rejected`,
    `${numberText(added)} added`,
    `${numberText(changed)} changed`,
    `${numberText(removed)} removed`,
    `${numberText(unchanged)} unchanged`,
  ];
  return parts.join(', ');
}

/** Where the rejected lines of a command are that the service does not have. */
export function unstoredText(source: string, rejected: number, stored: number): string | undefined {
  if (source !== 'command' || stored >= rejected) return undefined;
  const which =
    stored === 0
      ? 'The rejected lines are'
      : `All rejected lines, of which the first ${numberText(stored)} are here, are`;
  return `${which} in the file that the command named.`;
}
