import { ConcurrencyLimit } from '../async/concurrency-limit.ts';
import { Fault } from '../domain/fault.ts';

/** Each process has its own queue, which protects its processor and memory. Each check keeps two threads busy, of the four that Node has. */
const slots = new ConcurrencyLimit(2);
const MAX_WAIT_MS = 5_000;
/** About as many as are answered within that time. */
const MAX_WAITING = 50;
let waiting = 0;

/** More passwords are to be checked than the queue takes. This answers a flood of sign-ins, and is no failure of the provider. */
export class PasswordQueueFull extends Fault {
  constructor() {
    super(
      'ServiceUnavailable',
      { message: 'Too many passwords are being checked.', details: 'Try again later.' },
      { hints: { retryAfterSeconds: MAX_WAIT_MS / 1000 } },
    );
  }
}

/** Throws `PasswordQueueFull` when too many passwords wait already. */
export function rejectWhenQueueIsFull(): void {
  if (waiting >= MAX_WAITING) throw new PasswordQueueFull();
}

/** Hashing takes memory and a thread: some at a time, others wait. Throws `PasswordQueueFull` when too many wait already, or for too long. */
export async function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  rejectWhenQueueIsFull();
  waiting += 1;
  const isAcquired = await slots.acquire(MAX_WAIT_MS);
  waiting -= 1;
  if (!isAcquired) throw new PasswordQueueFull();
  try {
    return await work();
  } finally {
    slots.release();
  }
}
