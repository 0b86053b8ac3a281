import type { VNode } from 'preact';
import { SelectField, TextField } from '../../components/field.ts';
import { html } from '../../html.ts';
import { setQuery } from '../../router.ts';
import { useTypedQuery } from '../../typed-query.ts';

/** What people look for most. Every other operation can be typed. */
const COMMON = [
  { value: '', label: 'Everything' },
  { value: 'applyChanges', label: 'Changes of market data' },
  { value: 'changeFeeSchedules', label: 'Fee schedules changed' },
  { value: 'import', label: 'Imports by command' },
  { value: 'applyImport', label: 'Imports of uploads' },
  { value: 'setLimits', label: 'Limits of listings' },
  { value: 'disableSeller', label: 'Sellers disabled' },
  { value: 'disableApplication', label: 'Applications disabled' },
  { value: 'start', label: 'Starts with other settings' },
];

/** The kinds of market records, of which an entry has the keys. Fee schedules have entries of their own. */
const KINDS = [
  { value: '', label: 'Any kind' },
  { value: 'marketplace', label: 'Marketplaces' },
  { value: 'priceGuard', label: 'Price guards' },
  { value: 'seller', label: 'Sellers' },
  { value: 'item', label: 'Items' },
  { value: 'offer', label: 'Offers' },
];

export function AuditFilters({ kind }: { kind: string }): VNode {
  const [operation, setOperation] = useTypedQuery('operation');
  const [who, setWho] = useTypedQuery('who');
  const known = COMMON.some(({ value }) => value === operation);
  const options = known ? COMMON : [...COMMON, { value: operation, label: operation }];
  const setKind = (kind: string) => setQuery({ kind, ...(kind && { operation: 'applyChanges' }) });
  return html`<div class="filters">
    <${SelectField} label="What" value=${operation} options=${options} onChange=${(value: string) => setQuery({ operation: value, kind: undefined })} />
    <${SelectField} label="Records" value=${kind} options=${KINDS} onChange=${setKind} />
    <${TextField} label="Operation" value=${operation} onInput=${setOperation} placeholder="such as applyChanges" spellcheck=${false} />
    <${TextField} label="Who" value=${who} onInput=${setWho} placeholder="e-mail, name or id" spellcheck=${false} />
  </div>`;
}
