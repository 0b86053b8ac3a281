import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets other processes of the machine go first: a command that needs a whole core for minutes must not keep requests of the service
 * waiting. Where nobody else needs the core, it is as fast as before. Never raises the priority that the operator gave it.
 */
export function lowerPriority(to: number = constants.priority.PRIORITY_BELOW_NORMAL): void {
  if (getPriority() < to) setPriority(to);
}

/** For a process that holds up writers while it works: it gets a third of a core that requests want, too, instead of a tenth. */
export const SLIGHTLY_LOWER = 5;

