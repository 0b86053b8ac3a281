import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { failureState } from '../../components/failure.ts';
import { PageState } from '../../components/page-state.ts';
import { toast } from '../../components/toast.ts';
import { html } from '../../html.ts';
import { client } from '../api.ts';

/** A large file on a slow line takes minutes: the service gives up after five. */
const DEADLINE_MS = 300_000;

/** Sends a file, which the service only checks: nothing is written until the reader says so. */
export function UploadForm({ onUploaded }: { onUploaded: () => void }): VNode {
  const id = useId();
  const [file, setFile] = useState<File>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const choose = (event: Event) => setFile((event.currentTarget as HTMLInputElement).files?.[0]);
  const upload = async (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (file === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await client.uploadImport({ body: file, query: { fileName: file.name }, deadlineMs: DEADLINE_MS });
      toast('The file is stored, and is being checked.');
      // The next press would send it again.
      form.reset();
      setFile(undefined);
      onUploaded();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return html`<form class="card" onSubmit=${upload}>
    <h2>Upload market data</h2>
    <p class="small soft">JSON lines, a JSON array or CSV, also as gzip. The file is checked first; nothing is written until you say so.</p>
    <div class="search"><div class="field"><label for=${id}>File</label><input id=${id} type="file" onChange=${choose} /></div>
      <button class="main" disabled=${file === undefined || isBusy}>${isBusy ? 'Uploading …' : 'Upload and check'}</button></div>
    ${failure !== undefined && html`<${PageState} ...${failureState(failure)} />`}
  </form>`;
}
