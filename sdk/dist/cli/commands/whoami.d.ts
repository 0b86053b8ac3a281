import type { Call, Command } from '../command.ts';
import type { Session } from '../session.ts';
export declare const whoami: Command;
/** Asks the service: it shows that the access works. */
export declare function describeSession({ terminal, signal }: Call, session: Session): Promise<void>;
