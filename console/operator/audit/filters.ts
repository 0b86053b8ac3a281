import type { VNode } from 'preact';
import { SelectField, TextField } from '../../components/field.ts';
import { html } from '../../html.ts';
import { setQuery } from '../../router.ts';
import { useTypedQuery } from '../../typed-query.ts';

/** What people look for most. Every other operation can be typed. */
const COMMON = [
  { value: '', label: 'Everything' },
  { value: 'applyChanges', label: 'Changes of market data' },
  { value: 'import', label: 'Imports' },
  { value: 'setLimits', label: 'Limits of listings' },
  { value: 'disableSeller', label: 'Sellers disabled' },
  { value: 'disableApplication', label: 'Applications disabled' },
  { value: 'start', label: 'Starts with other settings' },
];

export function AuditFilters(): VNode {
  const [operation, setOperation] = useTypedQuery('operation');
  const [who, setWho] = useTypedQuery('who');
  const known = COMMON.some(({ value }) => value === operation);
  const options = known ? COMMON : [...COMMON, { value: operation, label: operation }];
  return html`<div class="filters">
    <${SelectField} label="What" value=${operation} options=${options} onChange=${(value: string) => setQuery({ operation: value })} />
    <${TextField} label="Operation" value=${operation} onInput=${setOperation} placeholder="such as applyChanges" spellcheck=${false} />
    <${TextField} label="Who" value=${who} onInput=${setWho} placeholder="an account, application or user" spellcheck=${false} />
  </div>`;
}
