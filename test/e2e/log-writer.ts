import { createLog } from '../../src/log/log.ts';

/** A process that writes numbered lines to its log when the test says so, and reports the state of the log's output. */
const log = createLog('info');
let number = 0;

process.on('message', (order: { lines: number } | { warning: string } | { crash: string }) => {
  if ('crash' in order) throw new Error(order.crash);
  if ('warning' in order) log.warn(order.warning);
  else
    for (let n = 0; n < order.lines; n += 1)
      log.infoLine('numbered', `"number":${number++},"pad":"${'é'.repeat(100)}"`);
  process.send?.({ ...log.output(), written: number });
});
