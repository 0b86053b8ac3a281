import type { OperatedEnding, OperatedService } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { apiUrl } from '../../api-url.ts';
import { Badge } from '../../components/badge.ts';
import { type Column, DataTable } from '../../components/data-table.ts';
import { Time } from '../../components/time.ts';
import type { Tone } from '../../components/tone.ts';
import { DAY_MS } from '../../duration.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';

const types: Readonly<Record<string, string>> = {
  CERTIFICATE: 'certificate',
  CLIENT_SECRET: 'secret of an application',
  GRANT: 'access that a seller gave',
};

/** Days before the end from which it is urgent, and from which it should be planned. */
const URGENT_DAYS = 7;
const NEAR_DAYS = 30;

const toneOf = (days: number): Tone => (days < URGENT_DAYS ? 'bad' : days < NEAR_DAYS ? 'warn' : 'good');

const columns: readonly Column<OperatedEnding>[] = [
  {
    id: 'what',
    label: 'What',
    cell: ({ type, name, clientId }) =>
      html`<span class="one-line">${name ?? clientId}</span><span class="small soft one-line">${types[type] ?? type}</span>`,
  },
  {
    id: 'whose',
    label: 'Whose',
    width: '11',
    importance: 1,
    cell: ({ sellerId }) =>
      sellerId === undefined ? 'the operator' : html`<a href=${hrefOf('/sellers', sellerId)}>${sellerId}</a>`,
  },
  {
    id: 'ends',
    label: 'Ends',
    width: '8',
    importance: 2,
    cell: ({ endsTime }) => html`<${Time} at=${endsTime} parts="date" isFocusable=${false} />`,
  },
  {
    id: 'left',
    label: 'Left',
    width: '6',
    importance: 3,
    isClear: true,
    cell: ({ endsTime }) => html`<${Left} days=${Math.floor((Date.parse(endsTime) - Date.now()) / DAY_MS)} />`,
  },
];

const Left = ({ days }: { days: number }): VNode =>
  html`<${Badge} tone=${toneOf(days)}>${days < 0 ? 'ended' : days === 1 ? '1 day' : `${days} days`}<//>`;

type EndingsCardProps = Pick<OperatedService, 'endings' | 'knowsCredentials'>;

/** Certificates, secrets and accesses that end: what has to be replaced next. */
export const EndingsCard = ({ endings, knowsCredentials }: EndingsCardProps): VNode => html`<section class="card">
    <h2>Certificates and secrets that end</h2>
    ${
      endings.length === 0
        ? html`<p class="soft">None that is known: no certificate in the settings, no secret and no access within 30 days.</p>`
        : html`<${DataTable} label="Certificates and secrets that end" columns=${columns} rows=${endings} keyOf=${keyOf} rowHeight=${52} isWhole />`
    }
    ${!knowsCredentials && html`<p class="small soft">Your identity provider does not say which secrets end: look there.</p>`}
    <p class="small">What to do: <a href=${`${apiUrl}/guides/doctor`}>certificates</a>, <a href=${`${apiUrl}/guides/accounts`}>secrets</a>.</p>
  </section>`;

const keyOf = ({ type, name = '', clientId = '', sellerId = '', endsTime }: OperatedEnding): string =>
  JSON.stringify([type, name, clientId, sellerId, endsTime]);
