// Started with an IPC channel by orphan.test.ts: a provider whose stop never completes.
import { ignoreSignals, reportToParent } from '../../src/processes/provider-process.ts';

const [deadlineMs] = process.argv.slice(2);
setInterval(() => undefined, 60_000);
const backchannel = { discovery: '', token: '', introspection: '', registration: '' };
ignoreSignals();
const parts = { drain: () => undefined, stop: () => process.stdout.write('stopping\n') };
reportToParent({ issuer: '', backchannel }, parts, Number(deadlineMs));
