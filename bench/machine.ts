import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** The machine that the figures were measured on. `loadAverage` is that of the minute before the bench: other work. */
export type Machine = {
  architecture: string;
  processor: string;
  cores: number;
  memoryGb: number;
  /** The hypervisor of a virtual machine, such as KVM. */
  hypervisor?: string;
  node: string;
  loadAverage: number;
};

export function thisMachine(): Machine {
  const fields = processorFields();
  const hypervisor = fields.get('Hypervisor vendor');
  return {
    architecture: arch(),
    // Node does not know the names of arm64 processors.
    processor: fields.get('Model name') ?? cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    ...(hypervisor === undefined ? {} : { hypervisor }),
    node: process.version,
    loadAverage: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

/** Two benches on one machine disturb each other, and so does everything else that needs a core. */
export const isBusy = ({ loadAverage, cores }: Machine) => loadAverage > cores / 4;

export function describeMachine(machine: Machine): string {
  const { architecture, processor, cores, memoryGb, hypervisor, node, loadAverage } = machine;
  const virtual = hypervisor === undefined ? '' : `, virtual machine (${hypervisor})`;
  const busy = isBusy(machine)
    ? `. The machine was busy with other work: load average ${loadAverage} at the start`
    : '';
  return `${processor}, ${cores} cores, ${architecture}, ${memoryGb} GB${virtual}; Node ${node.slice(1)}${busy}`;
}

/** What `lscpu` prints, without its indentation. Empty where there is none. */
export function readProcessorFields(text: string): Map<string, string> {
  const pairs = text.split('\n').map((line) => line.split(/:\s+/, 2).map((part) => part.trim()));
  return new Map(pairs.flatMap(([name = '', value = '']) => (value === '' ? [] : [[name, value] as const])));
}

function processorFields(): Map<string, string> {
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    return readProcessorFields(execFileSync('lscpu', { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return new Map();
  }
}
