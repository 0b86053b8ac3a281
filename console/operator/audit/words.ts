import type { AuditEntry } from 'marketplace-seller-sdk/operator';
import { listText, numberText } from '../../formats.ts';
import { bytesText } from '../service/words.ts';

type Details = Readonly<Record<string, unknown>>;

/** What an entry did, in a line: the kinds of records that changed, then its other details as they are. */
export function detailsText({ details, sellerId }: Pick<AuditEntry, 'details' | 'sellerId'>): string {
  const { records, feeSchedules, quiet, quietMarketplaces, ...rest } = details as Details;
  const changed = isObject(records) ? Object.entries(records).map(([kind, changes]) => recordsText(kind, changes)) : [];
  const schedules = Array.isArray(feeSchedules) ? feeSchedules.filter(isObject).map(scheduleText) : [];
  const others = Object.entries(rest).flatMap(([name, value]) => {
    const isShownElsewhere = name === 'sha256' || (name === 'sellerId' && value === sellerId);
    return isShort(value) && !isShownElsewhere ? [detailText(name, value)] : [];
  });
  return [...changed, ...schedules, ...others, ...quietText(quiet, quietMarketplaces)].join('; ');
}

/** The digest is in the details below, and the seller in the line above. A reason may end as a sentence does. */
const detailText = (name: string, value: unknown): string =>
  name === 'bytes' && typeof value === 'number' ? bytesText(value) : `${name} ${plain(value).replace(/\.$/, '')}`;

/** Whether sellers were told of what an import changed: what was asked for, and at its end what it came to. */
function quietText(asked: unknown, marketplaces: unknown): string[] {
  const all = { true: 'sellers are not told (--quiet)', false: 'sellers are told (--loud)' }[String(asked)];
  if (all !== undefined) return [all];
  const isNamed = Array.isArray(marketplaces) && marketplaces.length > 0;
  return isNamed ? [`sellers are not told of the changes in ${plain(marketplaces)}`] : [];
}

/** `store-us-2026, version 3, in STORE_US from 2026-01-01: changed`. */
function scheduleText({ effect, marketplaceId, scheduleId, version, effectiveFrom }: Details): string {
  const name = scheduleId === undefined ? 'fee schedule' : `${plain(scheduleId)}, version ${plain(version)},`;
  return `${name} in ${plain(marketplaceId)} from ${plain(effectiveFrom).slice(0, 10)}: ${plain(effect)}`;
}

const verbs = ['added', 'changed', 'removed'] as const;

/** `fee schedule: 1 changed (STORE_US 2026)`. */
function recordsText(kind: string, changes: unknown): string {
  if (!isObject(changes)) return kindText(kind);
  const parts = verbs.flatMap((verb) => {
    const keys = changes[verb];
    if (!Array.isArray(keys) || keys.length === 0) return [];
    const [first] = keys;
    const key = Array.isArray(first) ? first.join(' ') : String(first);
    return [`${numberText(keys.length)} ${verb} (${key}${keys.length > 1 ? ', …' : ''})`];
  });
  return `${kindText(kind)}: ${parts.join(', ')}`;
}

const kindText = (kind: string) => kind.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

const isObject = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isShort = (value: unknown) => !isObject(value) && value !== undefined && value !== null;
/** An object is its short values: `file market.jsonl, added 3, rejected 1`. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return listText(value.map(plain));
  if (!isObject(value)) return String(value);
  const parts = Object.entries(value).flatMap(([name, one]) => (isShort(one) ? [`${name} ${plain(one)}`] : []));
  return parts.join(', ');
}
