import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { failureState } from '../../components/failure.ts';
import { SelectField } from '../../components/field.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { saveChunks } from '../../save-chunks.ts';
import { downloadStream } from '../download-stream.ts';
import { bytesText } from '../service/words.ts';
import { fileName } from './file-name.ts';

const KINDS = [
  { value: '', label: 'Everything' },
  { value: 'offer', label: 'Offers' },
  { value: 'item', label: 'Items' },
  { value: 'feeSchedule', label: 'Fee schedules' },
  { value: 'priceGuard', label: 'Price guards' },
  { value: 'seller', label: 'Sellers of all marketplaces' },
] as const;

/** From so many offers on, a file goes straight to the disk where the browser can. */
const LARGE_OFFERS = 50_000;

type ExportFormProps = { marketplaceId: string; offers: number };

/** Downloads the records of a marketplace as npm run export writes them, as a gzip file that an import reads. */
export function ExportForm({ marketplaceId, offers }: ExportFormProps): VNode {
  const [chosen, setChosen] = useState('');
  const [received, setReceived] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const save = async (event: Event) => {
    event.preventDefault();
    setFailure(undefined);
    setReceived(0);
    const kind = KINDS.flatMap(({ value }) => (value !== '' && value === chosen ? [value] : []));
    const name = fileName(marketplaceId, chosen);
    const query = new URLSearchParams([
      ['marketplaceId', marketplaceId],
      ['compression', 'GZIP'],
      ...kind.map((one) => ['kind', one]),
    ]);
    const isLarge = offers >= LARGE_OFFERS && ['', 'offer', 'item'].includes(chosen);
    try {
      await saveChunks(() => downloadStream(`/operator/v1/export?${query}`), { name, isLarge, onBytes: setReceived });
    } catch (error) {
      setFailure(error);
    }
    setReceived(undefined);
  };
  return html`<details class="export"><summary>Export</summary>
    <form class="search" onSubmit=${save}>
      <${SelectField} label="Records" value=${chosen} options=${KINDS} onChange=${setChosen} />
      <button class="main" disabled=${received !== undefined} aria-label=${`Download from ${marketplaceId}`}>${received === undefined ? 'Download' : `${bytesText(received)} …`}</button>
    </form>
    <p class="small soft">JSON lines of one instant, as gzip, which an upload or npm run import reads. The audit log says who downloaded what.</p>
    ${failure !== undefined && html`<${PageState} ...${failureState(failure)} />`}
  </details>`;
}
