/** Gives the browser a file to keep. */
export function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read it only after this call.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
