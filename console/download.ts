import { saveBlob } from './save-chunks.ts';

/** Gives the browser a file to keep, as spreadsheet programs read it. */
export function download(text: string, name: string): void {
  saveBlob(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), name);
}
