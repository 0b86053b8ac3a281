import { useEffect, useState } from 'preact/hooks';

/** Whether the page is being printed. What depends on it is rendered before the browser lays the paper out. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const media = matchMedia('print');
    const follow = () => setPrinting(media.matches);
    const begin = () => setPrinting(true);
    const end = () => setPrinting(false);
    media.addEventListener('change', follow);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      media.removeEventListener('change', follow);
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
