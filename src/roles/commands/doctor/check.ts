import type { Config, Environment } from '../../../config/config.ts';
import type { Db } from '../../../db/db.ts';
import { type Finding, type Findings, found } from './finding.ts';
import type { PortOwner } from './proc.ts';

/** What the doctor examines: the settings, and what several checks look at. */
export type Subject = {
  readonly environment: Environment;
  readonly config: Config;
  /** What is wrong with single settings, and between them: the service does not start with these. */
  readonly problems: readonly string[];
  readonly store: OpenedStore;
  readonly ports: readonly Port[];
  /** The running service of this machine, as far as the system tells. */
  readonly servicePid: number | undefined;
};

/** The store, opened to look at it; or why there is nothing to look at. */
export type OpenedStore = { readonly db?: Db; readonly findings?: Finding[] };

/** A port of the settings. `unusable` is why nobody can listen there although it is free. */
export type Port = {
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  /** What tells that a process of the service has it. */
  readonly recognizedBy: 'health' | 'issuer' | 'page';
  readonly state: 'free' | 'own' | 'taken' | 'silent';
  readonly owner?: PortOwner | undefined;
  readonly unusable?: string | undefined;
};

type Check<Facts> = {
  readonly title: string;
  /** Collects facts, and changes nothing. */
  readonly look: (subject: Subject) => Facts | Promise<Facts>;
  /** Makes findings of facts, and nothing else: tests call it with facts that are hard to bring about. */
  readonly judge: (facts: Facts, config: Config) => Findings;
};

/** A section of the report. `examine` hides the type of the facts, which differs from check to check. */
export const check = <Facts>({ title, look, judge }: Check<Facts>) => ({
  title,
  judge: (facts: Facts, config: Config) => found(judge(facts, config)),
  examine: async (subject: Subject) => found(judge(await look(subject), subject.config)),
});
