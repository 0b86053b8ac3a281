import { ask, objectIn } from './ask.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { hostToAsk } from './ports.ts';
import type { PortFacts, Subject } from './subject.ts';

type ReadyFacts = Awaited<ReturnType<typeof lookAtService>>;

/** What `/health/ready` of each process of the service says that answers on one of the ports; no `body` when it does not answer. */
export const lookAtService = ({ ports }: Subject) =>
  Promise.all(
    ports.filter(isService).map(async ({ setting, host, port }) => {
      const url = `http://${hostToAsk(host)}:${port}/health/ready`;
      const answer = await ask(url, `localhost:${port}`).catch(() => undefined);
      return { where: `/health/ready on ${setting} ${port}`, body: answer && objectIn(answer.text) };
    }),
  );

export const isService = ({ recognizedBy, state }: PortFacts): boolean => recognizedBy === 'health' && state === 'own';

export function judgeService(facts: ReadyFacts): Finding[] {
  if (facts.length === 0) return [note`no process of the service answers on the ports of these settings`];
  return facts.map(({ where, body }) => {
    if (body === undefined) return problem`${where} does not answer -> Look at the log of the service, and restart it`;
    if (body.status === 'ready') return ok`${where}: ready`;
    const reasons = Object.entries(body.reasons ?? {}).map(([part, reason]) => `${part}: ${reason}`);
    return problem`${where} is ${String(body.status)}: ${reasons.join(' ') || 'it is stopping'} -> docs/health.md says what each part means; the log says more`;
  });
}
