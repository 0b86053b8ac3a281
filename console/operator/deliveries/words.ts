import type { Tone } from '../../components/tone.ts';

const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  DELIVERED: 'good',
  STORED: 'good',
  PENDING: 'warn',
  SENDING: 'warn',
  PENDING_VERIFICATION: 'warn',
  SUSPENDED: 'bad',
  DEAD: 'bad',
  EXPIRED: 'bad',
};

/** How a state of a destination or a delivery looks. The service may add states: they are neutral. */
export const toneOf = (state: string): Tone => tones[state] ?? 'neutral';

const types: Readonly<Record<string, string>> = {
  WEBHOOKS: 'webhook',
  PULL: 'pull',
  EMAIL: 'e-mail',
  SMS: 'SMS',
  MOBILE_PUSH: 'push',
};

export const typeText = (type: string): string => types[type] ?? type;
