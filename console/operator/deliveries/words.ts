import type { OperatorDestination } from 'marketplace-seller-sdk/operator';
import { numberText } from '../../formats.ts';
import { destinationStates, FAILING } from '../../states/destination.ts';
import { type StateWords, wordsIn } from '../../states/state-words.ts';

const types: Readonly<Record<string, string>> = {
  WEBHOOKS: 'webhook',
  PULL: 'queue',
  EMAIL: 'e-mail',
  SMS: 'SMS',
  MOBILE_PUSH: 'browser',
};

export const typeText = (type: string): string => types[type] ?? type;

/** How a destination is: one that is active and to which nothing arrives is failing. */
export const destinationWords = ({
  status,
  failingSince,
}: Pick<OperatorDestination, 'status' | 'failingSince'>): StateWords =>
  status === 'ACTIVE' && failingSince !== undefined ? FAILING : wordsIn(destinationStates, status);

export function waitingText({ waiting: { count, isMore } }: Pick<OperatorDestination, 'waiting'>): string {
  if (count === 0) return 'Nothing waits.';
  return `${isMore ? 'More than ' : ''}${numberText(count)} ${count === 1 && !isMore ? 'notification waits' : 'notifications wait'}.`;
}
