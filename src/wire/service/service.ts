import {
  type DoctorReport,
  type KnownBackup,
  PROCESS_ROLES,
  PROCESS_STATES,
  type ProcessState,
  QUEUES,
  type ServiceState,
  SILENT_AFTER_MS,
  WORK_PURPOSES,
  type WorkName,
} from '../../domain/service-state.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { runbookOf } from './runbook-links.ts';
import { serviceExample } from './service-example.ts';

const runbook = Type.String('What to do: a path of this service, which needs no token.');

const ProcessShape = Type.Named('OperatedProcess', 'A process of the service.', {
  processId: Type.String('The process, for as long as it runs.'),
  role: openSet(PROCESS_ROLES, 'What it does: reports also runs imports; an open set.'),
  state: openSet(PROCESS_STATES, 'SILENT: it has written nothing for 90 seconds. Ended processes are not listed.'),
  host: Type.String('Its machine.'),
  pid: Type.Integer('Its number there.'),
  version: Type.String('Its program.'),
  startedTime: Type.Time('When it started.'),
  seenTime: Type.Time('When it last wrote that it runs: every 30 seconds.'),
});

const QueueShape = Type.Named('OperatedQueue', 'Something that waits for a worker.', {
  queue: openSet(
    QUEUES,
    'deliveries: notifications to send. events: changes of the market that not all sellers have. boards: items whose answers wait to be rebuilt. fees: comparisons of fee schedules. priceChanges: those that wait for your system; an open set.',
  ),
  count: Type.Integer('How many there are, or at least so many.'),
  isExact: Type.Boolean('false: there are more than count.'),
  oldestSeconds: Type.Optional.Number('For how long the first one has waited. Absent when none waits.'),
  runbook,
});

const WorkShape = Type.Named('OperatedWork', 'Background work that is repeated.', {
  work: openSet(Object.keys(WORK_PURPOSES), 'Its name, as in the metrics; an open set.'),
  purpose: Type.Optional.String('What it does.'),
  lastRunTime: Type.Optional.Time('When it last ended. Absent before its first end.'),
  durationSeconds: Type.Optional.Number('How long that took.'),
  hasFailed: Type.Boolean('Whether that run failed.'),
  lagSeconds: Type.Number('For how long its next run was due when its process last wrote.'),
  runbook,
});

const SharedWorkShape = Type.Named('SharedWork', 'Work that workers divide by ranges.', {
  work: Type.String('Its name.'),
  workers: Type.Integer('How many share it at this moment. 0 while there is nothing to do.'),
});

const StoreShape = Type.Named('OperatedStore', 'The data store.', {
  engine: openSet(['sqlite', 'postgres'], 'Its engine; an open set.'),
  bytes: Type.Optional.Integer('The size of its data.'),
  logBytes: Type.Optional.Integer(
    'SQLite: the length of its write-ahead log. PostgreSQL: what slots of replication hold back; absent without one.',
  ),
  oldestTransactionSeconds: Type.Optional.Number(
    'PostgreSQL: for how long the oldest transaction runs. Absent when none does.',
  ),
  archive: Type.Optional.String({
    description: 'PostgreSQL: whether its log is archived: off, working or failing; an open set.',
    'x-extensible-enum': ['off', 'working', 'failing'],
  }),
  runbook,
});

const DiskShape = Type.Named('OperatedDisk', "The disk of a machine's data folder.", {
  host: Type.String('The machine.'),
  freeBytes: Type.Integer('What is free.'),
  totalBytes: Type.Integer('Its size.'),
});

const BackupShape = Type.Named('OperatedBackup', 'The last backup of a data folder that a process knows of.', {
  host: Type.String('The machine.'),
  lastTime: Type.Optional.Time('When it began. Absent: none is known.'),
  hasKey: Type.Optional.Boolean('Whether it has the generated operator key.'),
});

const FindingShape = Type.Named('DoctorFinding', 'Something that the doctor found.', {
  section: Type.String('What it looked at.'),
  kind: openSet(['ok', 'note', 'problem'], 'An open set.'),
  text: Type.String('What it found.'),
  remedy: Type.Optional.String('Of a problem: what to do.'),
});

const DoctorShape = Type.Optional.Named(
  'DoctorReport',
  'What npm run doctor found on the machine that answers. Absent until the first examination has ended: ask again some seconds later.',
  {
    examinedTime: Type.Time('When it looked.'),
    problems: Type.Integer('How many problems it found.'),
    findings: Type.Array(FindingShape, 'In the order of the report.'),
  },
);

export const ServiceShape = Type.Named(
  'OperatedService',
  'How the service does.',
  {
    readTime: Type.Time('When this was read.'),
    processes: Type.Array(ProcessShape, 'Those that wrote last come first.'),
    queues: Type.Array(QueueShape, 'What waits.'),
    work: Type.Array(WorkShape, 'By name; of several workers, the one that ran last.'),
    sharedWork: Type.Array(SharedWorkShape, 'By name.'),
    store: StoreShape,
    disks: Type.Array(DiskShape, 'One of each machine.'),
    backups: Type.Array(BackupShape, 'One of each machine.'),
    doctor: DoctorShape,
  },
  { examples: [serviceExample] },
);

const seconds = (ms: number) => Math.round(ms) / 1000;

export function writeService(state: ServiceState, doctor: DoctorReport | undefined) {
  const { atMs, processes, queues, leases, store } = state;
  const running = processes.filter((one) => isRunning(one, atMs));
  const { engine, bytes, logBytes, oldestTransactionMs, archive } = store;
  return {
    readTime: writeTime(atMs),
    processes: processes.map((one) => writeProcess(one, atMs)),
    queues: queues.map(({ queue, count, isExact, oldestMs }) => ({
      ...{ queue, count, isExact, ...(oldestMs !== undefined && { oldestSeconds: seconds(oldestMs) }) },
      runbook: runbookOf(queue),
    })),
    work: writeWork(running),
    sharedWork: leases,
    store: {
      ...{ engine, ...(bytes !== undefined && { bytes }), ...(logBytes !== undefined && { logBytes }) },
      ...(oldestTransactionMs !== undefined && { oldestTransactionSeconds: seconds(oldestTransactionMs) }),
      ...(archive !== undefined && { archive }),
      runbook: runbookOf('store'),
    },
    disks: byHost(running, 'disk').map(([host, disk]) => ({ host, ...disk })),
    backups: writeBackups(running),
    ...(doctor && { doctor: writeDoctor(doctor) }),
  };
}

const isRunning = ({ seenMs }: ProcessState, atMs: number) => atMs - seenMs <= SILENT_AFTER_MS;

function writeProcess(one: ProcessState, atMs: number) {
  const { processId, role, host, pid, version, startedMs, seenMs } = one;
  return {
    ...{ processId, role, state: isRunning(one, atMs) ? 'RUNNING' : 'SILENT', host, pid, version },
    ...{ startedTime: writeTime(startedMs), seenTime: writeTime(seenMs) },
  };
}

function writeWork(processes: readonly ProcessState[]) {
  const last = new Map<string, ProcessState['work'][number]>();
  for (const work of processes.flatMap((one) => one.work))
    if ((work.endedMs ?? 0) >= (last.get(work.name)?.endedMs ?? 0)) last.set(work.name, work);
  return [...last.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, endedMs, durationMs, hasFailed, lagMs }) => ({
      work: name,
      ...(isKnown(name) && { purpose: WORK_PURPOSES[name] }),
      ...(endedMs !== undefined && { lastRunTime: writeTime(endedMs) }),
      ...(durationMs !== undefined && { durationSeconds: seconds(durationMs) }),
      ...{ hasFailed, lagSeconds: seconds(lagMs), runbook: runbookOf('work') },
    }));
}

/** A process of another version may do work that this one does not know. */
const isKnown = (name: string): name is WorkName => Object.hasOwn(WORK_PURPOSES, name);

/** Processes come with the last that wrote first: that one speaks for its machine. */
function byHost<Fact extends 'disk' | 'backup'>(processes: readonly ProcessState[], fact: Fact) {
  const found = new Map<string, NonNullable<ProcessState[Fact]>>();
  for (const one of processes) {
    const value = one[fact];
    if (value !== undefined && !found.has(one.host)) found.set(one.host, value);
  }
  return [...found];
}

function writeBackups(processes: readonly ProcessState[]) {
  const known = new Map<string, KnownBackup>(byHost(processes, 'backup'));
  return [...new Set(processes.map(({ host }) => host))].map((host) => {
    const last = known.get(host);
    return { host, ...(last && { lastTime: writeTime(last.atMs), hasKey: last.hasKey }) };
  });
}

const writeDoctor = ({ atMs, problems, sections }: DoctorReport) => ({
  ...{ examinedTime: writeTime(atMs), problems },
  findings: sections.flatMap(({ title, findings }) =>
    findings.map(({ kind, text, mend }) => ({
      ...{ section: title, kind, text, ...(mend !== undefined && { remedy: mend }) },
    })),
  ),
});
