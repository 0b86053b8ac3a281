import { DAY_MS, HOUR_MS } from '../duration.ts';
import type { HoldReason } from './delivery.ts';
import type { ChannelType } from './destination.ts';

/** How many messages a person gets: at most `messages` in any `inMs`, of each kind or of all kinds together. */
export type MessageLimit = { messages: number; inMs: number; isPerKind: boolean; reason: HoldReason };

/** A push has none: it costs nothing, and the newest is all that a phone shows. */
const limits: Partial<Record<ChannelType, MessageLimit>> = {
  EMAIL: { messages: 1, inMs: HOUR_MS, isPerKind: true, reason: 'HOURLY_LIMIT' },
  SMS: { messages: 10, inMs: DAY_MS, isPerKind: false, reason: 'DAILY_LIMIT' },
};

export const messageLimitOf = (type: ChannelType): MessageLimit | undefined => limits[type];

/** The longest time that a limit looks back. */
export const LONGEST_LIMIT_MS: number = Math.max(...Object.values(limits).map(({ inMs }) => inMs));

/** When the next message may be sent, `nowMs` if at once. `sentMs`: when the others were sent, in any order. */
export function nextMessageMs({ messages, inMs }: MessageLimit, sentMs: readonly number[], nowMs: number): number {
  const recent = sentMs.filter((ms) => ms > nowMs - inMs).sort((a, b) => b - a);
  // When this one is older than `inMs`, fewer than `messages` are left.
  const last = recent[messages - 1];
  return last === undefined ? nowMs : last + inMs;
}
