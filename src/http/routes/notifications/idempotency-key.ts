import { Fault } from '../../../domain/fault.ts';

export function createdThenDeleted(): Fault {
  return new Fault('Conflict', {
    message: 'The destination that this Idempotency-Key created has been deleted.',
    details: 'Use a new key to create a new destination.',
  });
}
