/** `Accept` must name HTML and prefer it to JSON: programs often accept anything. */
export function prefersPage(accept = ''): boolean {
  const page = weightOf('text/html', accept);
  return page > 0 && page > weightOf('application/json', accept);
}

/** The weight of a media type that is named in `Accept` (RFC 9110 12.5.1); 0 when it is not. */
export function weightOf(type: string, accept: string): number {
  const range = accept.split(',').find((one) => one.split(';', 1)[0]?.trim().toLowerCase() === type);
  if (range === undefined) return 0;
  const weight = Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1);
  return Number.isNaN(weight) ? 0 : weight;
}
