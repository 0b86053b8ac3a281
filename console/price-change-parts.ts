import { useEffect, useState } from 'preact/hooks';
import type * as changes from './pages/changes.ts';

type Parts = typeof changes;

/**
 * What changes prices is one file, that of the page of changes: in a part that pages share it would be loaded with the first page.
 * Undefined until it is there.
 */
export function usePriceChangeParts(): Parts | undefined {
  const [parts, setParts] = useState<Parts>();
  useEffect(() => {
    // Without it the page is what it was before: a reload asks again.
    import('./pages/changes.ts').then(setParts, () => {});
  }, []);
  return parts;
}
