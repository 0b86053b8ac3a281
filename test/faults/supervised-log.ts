import type { ServiceProcess } from '../harness/process.ts';

export type LogLine = Record<string, unknown>;

/** The log lines of a supervisor and its processes, from a position of the output on. */
export const logLines = ({ stdout }: ServiceProcess, from = 0): LogLine[] =>
  stdout
    .slice(from)
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);

/** The API processes that were started last, by name. */
export function apiProcesses(service: ServiceProcess): Map<string, number> {
  const started = logLines(service).filter(
    ({ msg, process: name }) => msg === 'a process is started' && `${name}`.startsWith('api'),
  );
  return new Map(started.map(({ process: name, newPid }) => [`${name}`, newPid as number]));
}

/** The same without those that have ended, such as a successor that did not start. */
export function runningApis(service: ServiceProcess): Map<string, number> {
  const started = logLines(service).filter(({ process: name }) => `${name}`.startsWith('api'));
  return new Map(
    started.flatMap(({ process: name, newPid }) =>
      typeof newPid === 'number' && isRunning(newPid) ? [[`${name}`, newPid] as const] : [],
    ),
  );
}

/** The origin of the admin port, when all processes are started. */
export async function adminOf(service: ServiceProcess): Promise<string> {
  return new URL(await service.printed(/Metrics +(http:\S+)\n[\s\S]*Stop it/, 120_000)).origin;
}

/** The sum of the samples that begin with this text. */
export async function metricAt(admin: string, start: string): Promise<number> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  const samples = text.split('\n').filter((line) => line.startsWith(start));
  return samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
