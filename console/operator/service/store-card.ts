import type { OperatedService } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { apiUrl } from '../../api-url.ts';
import { Badge } from '../../components/badge.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { bytesText, spanText } from './words.ts';

/** Below this share of a disk the service soon takes no changes any more. */
const LOW_SHARE = 0.1;

type StoreCardProps = Pick<OperatedService, 'store' | 'disks' | 'backups'>;

/** The data store, the room that is left for it, and the copies of it. */
export function StoreCard({ store, disks, backups }: StoreCardProps): VNode {
  const { engine, bytes, logBytes, oldestTransactionSeconds, archive, runbook } = store;
  return html`<section class="card">
    <h2>Store, disks and backups</h2>
    <dl class="figures">
      <div><dt>Store</dt><dd>${engine === 'sqlite' ? 'SQLite' : engine === 'postgres' ? 'PostgreSQL' : engine}</dd></div>
      ${bytes !== undefined && html`<div><dt>Size</dt><dd>${bytesText(bytes)}</dd></div>`}
      ${logBytes !== undefined && html`<div><dt>${engine === 'sqlite' ? 'Its log' : 'Log held back'}</dt><dd>${bytesText(logBytes)}</dd></div>`}
      ${oldestTransactionSeconds !== undefined && html`<div><dt>Oldest transaction</dt><dd>${spanText(oldestTransactionSeconds)}</dd></div>`}
      ${archive !== undefined && html`<div><dt>Archive of its log</dt><dd>${archive === 'failing' ? html`<${Badge} tone="bad">failing<//>` : archive}</dd></div>`}
    </dl>
    <ul class="plain">
      ${disks.map(
        ({ host, freeBytes, totalBytes }) =>
          html`<li key=${`disk ${host}`}>Disk of <code>${host}</code>: ${bytesText(freeBytes)} of ${bytesText(totalBytes)} are free.${freeBytes < totalBytes * LOW_SHARE && html` <${Badge} tone="bad">nearly full<//>`}</li>`,
      )}
      ${backups.map(
        ({ host, lastTime, hasKey }) =>
          html`<li key=${`backup ${host}`}>Backup of <code>${host}</code>: ${lastTime === undefined ? html`<${Badge} tone="warn">none is known<//>` : html`<${Time} at=${lastTime} />`}${hasKey === false && html` <${Badge} tone="bad">without the operator key<//>`}</li>`,
      )}
    </ul>
    <p class="small">What to do: <a href=${`${apiUrl}${runbook}`}>runbook</a>, <a href=${`${apiUrl}/guides/backup`}>backup</a>.</p>
  </section>`;
}
