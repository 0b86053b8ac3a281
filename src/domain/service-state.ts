/** What the operator sees of the machines and processes of the service. Nothing here names a setting, a path or a secret. */

/** A process that wrote nothing for so long does not run any more, or does not reach the store. */
export const SILENT_AFTER_MS = 90_000;

export const PROCESS_STATES = ['RUNNING', 'SILENT'] as const;

/** `api`: answers requests. `worker`: sends and does the background work. `all`: both. `reports`: makes reports and runs imports. */
export const PROCESS_ROLES = ['all', 'api', 'worker', 'reports'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

/** `hasKey`: the generated key was in the data folder, and is in the copy. */
export type KnownBackup = { readonly atMs: number; readonly hasKey: boolean };

/** The background work, by the names of the metrics, and what each does. */
export const WORK_PURPOSES = {
  boards: 'rebuilds the answers of items whose validity has ended, or that a change of a seller touches',
  dispatcher: 'addresses changes of the market to sellers',
  fees: 'tells sellers of promotions and fee schedules that change what they pay',
  credentials: 'tells sellers of secrets and accesses that end soon',
  applications: 'suspends destinations of applications and sellers without access',
  'provider audit': 'brings what the identity provider records into the audit log',
  'unfinished price changes': 'finishes price changes whose process ended',
  'pending price changes': 'ends price changes that your system does not confirm in time',
  'report schedules': 'asks for regular reports when they are due',
  deliveries: 'deletes old deliveries',
  outbox: 'deletes old files of the outbox',
  history: 'deletes old price history',
  terms: 'deletes old prices of listings',
  events: 'deletes old events',
  receipts: 'deletes old receipts of price changes',
  reports: 'deletes old reports',
  imports: 'deletes old imports',
  groups: 'stores groups with older rows',
  usage: 'removes old counts of requests',
  audit: 'removes old entries of the audit log',
  'audit sealing': 'seals the audit log',
} as const;
export type WorkName = keyof typeof WORK_PURPOSES;

/** What a repeated work of a process did last. `lagMs`: for how long its next run has been due. */
export type WorkState = {
  readonly name: string;
  readonly endedMs?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly hasFailed: boolean;
  readonly lagMs: number;
};

export type ProcessState = {
  readonly processId: string;
  readonly role: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedMs: number;
  readonly seenMs: number;
  readonly work: readonly WorkState[];
  readonly disk?: DiskSpace | undefined;
  readonly backup?: KnownBackup | undefined;
};

export const QUEUES = [
  ...(['deliveries', 'events', 'boards', 'fees', 'priceChanges', 'reports', 'imports'] as const),
] as const;

/** `oldestMs`: for how long the first one has waited; undefined when none waits, or that is not known. */
export type QueueState = {
  readonly queue: (typeof QUEUES)[number];
  readonly count: number;
  readonly isExact: boolean;
  readonly oldestMs?: number | undefined;
};

/** `workers`: those that share a work by ranges at this moment. */
export type LeaseState = { readonly work: string; readonly workers: number };

export type StoreState = {
  readonly engine: 'sqlite' | 'postgres';
  readonly bytes?: number | undefined;
  /** SQLite: the length of its log. PostgreSQL: what the slots of replication hold back. */
  readonly logBytes?: number | undefined;
  /** Only on PostgreSQL. */
  readonly oldestTransactionMs?: number | undefined;
  /** Only on PostgreSQL: `off`, `working`, or `failing`. */
  readonly archive?: string | undefined;
};

type DoctorFinding = { readonly kind: string; readonly text: string; readonly mend?: string | undefined };
export type DoctorReport = {
  readonly atMs: number;
  readonly problems: number;
  readonly sections: readonly { readonly title: string; readonly findings: readonly DoctorFinding[] }[];
};

export type ServiceState = {
  readonly atMs: number;
  readonly processes: readonly ProcessState[];
  readonly queues: readonly QueueState[];
  readonly leases: readonly LeaseState[];
  readonly store: StoreState;
};
