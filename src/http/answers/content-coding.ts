/** The forms in which content is sent. */
export type Coding = 'br' | 'gzip' | 'plain';

/** The best that the client takes. Browsers send their codings without weights; `q=0` forbids one (RFC 9110 12.5.3). */
export function codingOf(accepted: string | string[] | undefined): Coding {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';', 1)[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'plain';
}
