import type { Import, ImportCounts } from 'marketplace-seller-sdk/operator';
import type { Tone } from '../../components/tone.ts';
import { numberText } from '../../formats.ts';

const states: Readonly<Record<string, { readonly words: string; readonly tone: Tone }>> = {
  UPLOADING: { words: 'being uploaded', tone: 'warn' },
  CHECK_QUEUED: { words: 'waits for its check', tone: 'warn' },
  CHECKING: { words: 'being checked', tone: 'warn' },
  CHECKED: { words: 'checked, not written', tone: 'accent' },
  APPLY_QUEUED: { words: 'waits to be written', tone: 'warn' },
  APPLYING: { words: 'being written', tone: 'warn' },
  DONE: { words: 'done', tone: 'good' },
  REFUSED: { words: 'refused', tone: 'bad' },
  CANCELLED: { words: 'cancelled', tone: 'neutral' },
  FAILED: { words: 'failed', tone: 'bad' },
};

/** What a state means; nothing is good that lost lines. The service may add states: they are shown as they are. */
export function stateOf(state: string, rejected: number): { readonly words: string; readonly tone: Tone } {
  const { words, tone } = states[state] ?? { words: state, tone: 'neutral' };
  return rejected > 0 && tone === 'good' ? { words: `${words}, but lines were lost`, tone: 'warn' } : { words, tone };
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
