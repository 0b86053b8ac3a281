/** A text in the form in which texts are compared without regard to case. Upper case: lower case depends on the context (ς, σ). */
const foldCase = (text: string): string => text.normalize('NFC').toUpperCase();

/**
 * Whether a text contains `query`, in any case: É and é are the same, composed or not. No character of `query` is a wildcard.
 * The stores have other rules, each its own, so that matching is done here.
 */
export function containing(query: string): (text: string) => boolean {
  const folded = foldCase(query);
  return (text) => foldCase(text).includes(folded);
}
