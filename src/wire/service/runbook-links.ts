import type { QUEUES } from '../../domain/service-state.ts';

/** The sections of the runbook, by what they help with. */
export const RUNBOOK_SECTIONS: Readonly<Record<(typeof QUEUES)[number] | 'store' | 'work', string>> = {
  deliveries: 'queuegrowing',
  events: 'dispatchlag',
  boards: 'noworker',
  fees: 'dispatchlag',
  priceChanges: 'noworker',
  reports: 'reportslate',
  imports: 'reportslate',
  store: 'the-store',
  work: 'sweepfailing',
};

/** The page of the guide is on every service. */
export const runbookOf = (subject: keyof typeof RUNBOOK_SECTIONS): string =>
  `/guides/runbook#${RUNBOOK_SECTIONS[subject]}`;
