import type { Sql } from '../../db/db.ts';
import type { ActorSide, KnownActor } from '../../domain/accounts/known-actor.ts';
import {
  EMBEDDED_CONSOLE_CLIENT,
  EMBEDDED_OPERATOR_CONSOLE_CLIENT,
} from '../../domain/authorization/console-client.ts';
import { emailKey } from '../accounts.ts';
import { CONSOLE_NAME } from '../console-client.ts';
import { OPERATOR_CONSOLE_NAME } from './operator-console-client.ts';

/* Who the ids of the audit log and of lists stand for, while these people and applications exist. Nothing of them is stored there. */

/** Tables of actors: `label` is an address in lower case, or a name. */
const tables = {
  operator: [
    { label: 'email', from: "idp_account a WHERE a.kind = 'operator'", columns: 'a.id, a.email AS label' },
    { label: 'name', from: "idp_client c WHERE c.kind = 'operator'", columns: 'c.id, c.name AS label' },
  ],
  seller: [
    {
      label: 'email',
      from: "idp_member m JOIN idp_account a ON a.id = m.account_id WHERE a.kind = 'seller'",
      columns: 'm.id, a.email AS label',
    },
    // Who works for no seller any more is named by the account.
    { label: 'email', from: "idp_account a WHERE a.kind = 'seller'", columns: 'a.id, a.email AS label' },
    { label: 'name', from: "idp_client c WHERE c.kind <> 'operator'", columns: 'c.id, c.name AS label' },
  ],
} as const;

/** The consoles are in no table. */
const consoles = new Map([
  [EMBEDDED_CONSOLE_CLIENT, CONSOLE_NAME],
  [EMBEDDED_OPERATOR_CONSOLE_CLIENT, OPERATOR_CONSOLE_NAME],
]);

type Row = { id: string; label: string | null };

/** Those that exist. */
export async function actorsWithIds(
  db: Sql,
  { ids, sides }: { ids: readonly string[]; sides: readonly ActorSide[] },
): Promise<KnownActor[]> {
  const found = await Promise.all(
    tablesOf(sides).map(async ({ label, from, columns }) => {
      const rows = await db.many<Row>(
        `SELECT k.column1 AS id, o.label FROM (VALUES {rows: text}) AS k JOIN (SELECT ${columns} FROM ${from}) AS o ON o.id = k.column1`,
        ids.map((id) => [id]),
      );
      return rows.map(actorBy(label));
    }),
  );
  const shown = ids.flatMap((id) => (consoles.has(id) ? [{ id, name: consoles.get(id) }] : []));
  return [...shown, ...found.flat()];
}

/**
 * The same for one seller: the people who are its members now, and applications. Former members are left out: they may work
 * for others, and have another address by now.
 */
export async function sellerActorsWithIds(
  db: Sql,
  { sellerId, ids }: { sellerId: string; ids: readonly string[] },
): Promise<KnownActor[]> {
  const keys = ids.map((id) => [id, sellerId]);
  const members = await db.many<Row>(
    `SELECT k.column1 AS id, a.email AS label FROM (VALUES {rows: text, text}) AS k
     JOIN idp_member m ON m.id = k.column1 AND m.seller_id = k.column2 JOIN idp_account a ON a.id = m.account_id`,
    keys,
  );
  const applications = await db.many<Row>(
    `SELECT k.column1 AS id, c.name AS label FROM (VALUES {rows: text, text}) AS k
     JOIN idp_client c ON c.id = k.column1 AND c.kind <> 'operator' AND (c.seller_id IS NULL OR c.seller_id = k.column2)`,
    keys,
  );
  return [...members.map(actorBy('email')), ...applications.map(actorBy('name'))];
}

const actorBy =
  (field: 'email' | 'name') =>
  (row: Row): KnownActor => ({
    id: row.id,
    ...(row.label !== null && { [field]: row.label }),
  });

/** The ids of those with this address or name; of none, those with this text in it. At most `limit` of each table. */
export async function actorIdsBy(
  db: Sql,
  { text, sides, limit }: { text: string; sides: readonly ActorSide[]; limit: number },
): Promise<string[]> {
  const key = emailKey(text);
  const like = `%${key.replaceAll(/[%_!]/g, '!$&')}%`;
  const ids = async (condition: (column: string) => string, value: string) => {
    const rows = await Promise.all(
      tablesOf(sides).map(async ({ from, columns }) => {
        const column = columns.includes('email') ? 'a.email' : 'lower(c.name)';
        return db.all<Row>(`SELECT ${columns} FROM ${from} AND ${condition(column)} ORDER BY 1 LIMIT $2`, [
          value,
          limit,
        ]);
      }),
    );
    return rows.flat().map(({ id }) => id);
  };
  const whole = await ids((column) => `${column} = $1`, key);
  return whole.length > 0 ? whole : ids((column) => `${column} LIKE $1 ESCAPE '!'`, like);
}

const tablesOf = (sides: readonly ActorSide[]) => sides.flatMap((side) => [...tables[side]]);
