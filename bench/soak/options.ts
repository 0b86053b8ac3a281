export type SoakOptions = {
  readonly minutes: number;
  /** Weeks that pass on the clock of the service meanwhile; 0: it has the machine's. */
  readonly weeks: number;
  /** Requests a second. */
  readonly rate: number;
  /** Price changes of the operator a second. */
  readonly changes: number;
  readonly engine: 'sqlite' | 'postgres';
  readonly processes: number;
  readonly items: number;
  /** Others than those of `npm start`. */
  readonly settings: Readonly<Record<string, string>>;
  /** A module that the processes of the service load first: tests plant what the run has to find. */
  readonly plant: string | undefined;
};
