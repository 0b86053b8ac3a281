import { LINE_FAILED } from '../wire/reports/columns.ts';
import type { Line } from '../wire/reports/report-description.ts';
import type { Copy } from './report-type.ts';

/**
 * The line of what `compute` returns, and none for undefined. When it throws, a line with `facts` and the reason: one listing must not keep
 * all others from theirs.
 */
export function computed(
  copy: Pick<Copy, 'failed'>,
  facts: object,
  lineOf: (facts: object) => Line,
  compute: () => object | undefined,
): readonly Line[] {
  try {
    const line = compute();
    return line === undefined ? [] : [lineOf(line)];
  } catch (error) {
    copy.failed(error);
    return [lineOf({ ...facts, Problem: LINE_FAILED })];
  }
}
