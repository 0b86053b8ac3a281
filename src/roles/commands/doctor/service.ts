import { ask, objectIn } from './ask.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { hostToAsk, type PortFacts } from './ports.ts';

export type ReadyFacts = {
  readonly setting: string;
  readonly port: number;
  /** What `/health/ready` says; undefined when it does not answer. */
  readonly answer: { readonly status: string; readonly reasons: Readonly<Record<string, string>> } | undefined;
};

/** Asks each process of the service that answers on one of the ports. */
export async function lookAtService(ports: readonly PortFacts[]): Promise<ReadyFacts[]> {
  const own = ports.filter(({ recognizedBy, state }) => recognizedBy === 'health' && state === 'own');
  return Promise.all(
    own.map(async ({ setting, host, port }) => {
      const url = `http://${hostToAsk(host)}:${port}/health/ready`;
      const answer = await ask(url, `localhost:${port}`).catch(() => undefined);
      const body = answer && objectIn(answer.text);
      return { setting, port, answer: body && { status: String(body.status), reasons: reasonsIn(body.reasons) } };
    }),
  );
}

const reasonsIn = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(value ?? {}).map(([part, reason]) => [part, String(reason)]));

export function judgeService(facts: readonly ReadyFacts[]): Finding[] {
  if (facts.length === 0) return [note('no process of the service answers on the ports of these settings')];
  return facts.map(({ setting, port, answer }) => {
    const where = `/health/ready on ${setting} ${port}`;
    if (answer === undefined)
      return problem(`${where} does not answer`, 'Look at the log of the service, and restart it');
    if (answer.status === 'ready') return ok(`${where}: ready`);
    const reasons = Object.entries(answer.reasons).map(([part, reason]) => `${part}: ${reason}`);
    return problem(
      `${where} is ${answer.status}: ${reasons.join(' ') || 'it is stopping'}`,
      'docs/health.md says what each part means; the log says more',
    );
  });
}
