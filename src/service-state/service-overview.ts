import { TtlValue } from '../async/ttl-value.ts';
import type { Db } from '../db/db.ts';
import type { DoctorReport, QueueState, ServiceState } from '../domain/service-state.ts';
import { processesIn } from './process-beats.ts';
import { leaseStates, storeState } from './store-state.ts';

/** Pages that several people have open look once. */
const KEPT_MS = 5_000;
/** What ends within days is asked seldom. */
const CREDENTIALS_KEPT_MS = 60_000;

export type ServiceOverviewOptions = {
  /** Undefined in an API without a store. */
  readonly storeFile?: string | undefined;
  readonly queues: (nowMs: number) => Promise<QueueState[]>;
  /** Secrets and accesses that end soon. Undefined, or undefined as its result: nobody knows. */
  readonly credentials?: (() => Promise<ServiceState['credentials']>) | undefined;
  /** What the doctor found last; undefined: it has not ended yet, or does not run here. */
  readonly doctor?: () => DoctorReport | undefined;
};

/** How the whole service does, at most five seconds ago. */
export class ServiceOverview {
  readonly doctor: () => DoctorReport | undefined;
  readonly #state: TtlValue<ServiceState>;

  constructor(db: Db, now: () => number, options: ServiceOverviewOptions) {
    this.doctor = options.doctor ?? (() => undefined);
    const credentials = new TtlValue(
      async () => options.credentials?.().catch(() => undefined),
      CREDENTIALS_KEPT_MS,
      () => performance.now(),
    );
    const read = async (): Promise<ServiceState> => {
      const atMs = now();
      return {
        ...{ atMs, processes: await processesIn(db), queues: await options.queues(atMs) },
        ...{ leases: await leaseStates(db, atMs), store: await storeState(db, options.storeFile) },
        credentials: await credentials.get(),
      };
    };
    this.#state = new TtlValue(read, KEPT_MS, () => performance.now());
  }

  state(): Promise<ServiceState> | ServiceState {
    return this.#state.get();
  }
}
