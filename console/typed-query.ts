import { useEffect, useRef, useState } from 'preact/hooks';
import { place, setQuery } from './router.ts';

const PAUSE_MS = 300;

type TypedQueryOptions = {
  /** Parameters that another value makes wrong. */
  readonly alsoClears?: readonly string[];
  /** Where the page reads it from more than this parameter. */
  readonly value?: string;
};

/**
 * The text of a field whose value is in the address. It gets there when the reader stops typing, so that not every letter is a question to
 * the service.
 */
export function useTypedQuery(
  name: string,
  { alsoClears = [], value = place.value.query.get(name) ?? '' }: TypedQueryOptions = {},
): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const written = useRef(value);
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = text;
      setQuery({ ...Object.fromEntries(alsoClears.map((other) => [other, undefined])), [name]: text });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}
