import type { VNode } from 'preact';
import { Time } from '../../../components/time.ts';
import { html } from '../../../html.ts';
import { useLoad } from '../../../load.ts';
import { hrefOf } from '../../../router.ts';
import { type DestinationRow, loadCauses } from '../data.ts';
import { hasFailed } from '../health.ts';

/** Why deliveries did not arrive, the most frequent cause first. Nothing when all arrived. */
export function Causes({ rows }: { rows: readonly DestinationRow[] }): VNode | undefined {
  const failed = rows.flatMap(({ newest }) => newest).filter(hasFailed);
  const inputs = failed.map(({ deliveryId, attemptCount, state }) => `${deliveryId}${attemptCount}${state}`).join();
  const { value } = useLoad((signal) => loadCauses(failed, signal), [inputs]);
  if (failed.length === 0 || !value || value.length === 0) return undefined;
  const names = new Map(rows.map(({ destination }) => [destination.channelId, destination.channelName]));
  return html`<section class="card causes" aria-labelledby="causes">
    <h2 id="causes">Why deliveries failed</h2>
    <ul>
      ${value.map(
        ({ text, count, latest, deliveryId, channelId }) => html`<li class="cause" key=${text}>
        <span class="cause-count" aria-label=${`${count} times`}>${count}×</span>
        <span>${text}</span>
        <span class="soft small">${rows.length > 1 && html`${names.get(channelId)} · `}last <${Time} at=${latest} isFocusable=${false} /> · <a href=${`${hrefOf('/notifications', channelId)}?delivery=${deliveryId}`}>see one</a></span>
      </li>`,
      )}
    </ul>
  </section>`;
}
