import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TextAreaField } from '../../components/field.ts';
import { html } from '../../html.ts';
import { hrefOf, navigate, place } from '../../router.ts';
import { skusOf } from './inputs.ts';

const PAUSE_MS = 500;

/** `path`: that of the page, whose address has them. */
type SkuListProps = { skus: readonly string[]; path: string; hint: string | undefined; rows: number };

/** One SKU a line; in the address each is a parameter of its own, as SKUs may have any character. */
export function SkuList({ skus, path, hint, rows }: SkuListProps): VNode {
  const [text, setText] = useState(skus.join('\n'));
  const written = useRef(skus.join('\n'));
  useEffect(() => {
    const known = skus.join('\n');
    if (known === written.current) return;
    written.current = known;
    setText(known);
  }, [skus.join('\n')]);
  useEffect(() => {
    const wanted = skusOf(text);
    if (wanted.join('\n') === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = wanted.join('\n');
      const query = new URLSearchParams(place.peek().query);
      query.delete('sku');
      query.set('by', 'skus');
      for (const sku of wanted) query.append('sku', sku);
      navigate(`${hrefOf(path)}?${query}`, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return html`<${TextAreaField} label="SKUs" value=${text} onInput=${setText} rows=${rows} hint=${hint} />`;
}
