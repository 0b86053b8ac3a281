import type { Sql } from '../../../src/db/db.ts';
import { recordChange } from '../../../src/idp/audit-entries.ts';

const maker = () => ({ atMs: Date.now(), who: { type: 'user', id: 'root' }, from: 'host' }) as const;

/** What `npm run client` gives its commands to record their changes with. */
export const commandPorts = {
  maker,
  record: (tx: Sql, operation: string, details: Readonly<Record<string, unknown>>) => {
    const { sellerId } = details;
    return recordChange(tx, maker(), {
      ...{ operation, details },
      sellerId: typeof sellerId === 'string' ? sellerId : undefined,
    });
  },
};
