import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets other processes of the machine go first: a command that needs a whole core for minutes must not keep requests of the service
 * waiting. Where nobody else needs the core, it is as fast as before. Never raises the priority that the operator gave it.
 */
export function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
}
