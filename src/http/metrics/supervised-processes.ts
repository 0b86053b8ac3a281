import { Counter, Gauge, type Registry } from 'prom-client';

/** By role: how many processes serve, how many should, and how many have exited without being told to. */
export type ProcessCounts = Readonly<Record<string, { serving: number; expected: number; unexpectedExits: number }>>;

/** The supervisor's own metrics. */
export function supervisedProcessesIn(registry: Registry, counts: () => ProcessCounts): void {
  const serving = new Gauge({
    name: 'service_processes',
    help: 'Processes of the supervisor that serve, by role.',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      for (const [role, count] of Object.entries(counts())) serving.set({ role }, count.serving);
    },
  });
  const expected = new Gauge({
    name: 'service_processes_expected',
    help: 'Processes of the supervisor that should serve, by role. API processes: API_PROCESSES of them.',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      for (const [role, count] of Object.entries(counts())) expected.set({ role }, count.expected);
    },
  });
  const unexpectedExits = new Counter({
    name: 'service_process_deaths_total',
    help: 'Processes of the supervisor that ended without being told to, by role.',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      unexpectedExits.reset();
      for (const [role, count] of Object.entries(counts())) unexpectedExits.inc({ role }, count.unexpectedExits);
    },
  });
}
