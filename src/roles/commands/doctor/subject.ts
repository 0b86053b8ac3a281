import type { Config, Environment } from '../../../config/config.ts';
import type { Db } from '../../../db/db.ts';
import type { Finding } from './finding.ts';
import type { PortOwner } from './port-owner.ts';

/** What the doctor examines: the settings, and what several sections look at. */
export type Subject = {
  readonly environment: Environment;
  readonly config: Config;
  /** What is wrong with single settings, and between them: the service does not start with these. */
  readonly problems: readonly string[];
  readonly store: OpenedStore;
  readonly db: Db | undefined;
  readonly ports: readonly PortFacts[];
  /** The running service of this machine, as far as the system tells. */
  readonly servicePid: number | undefined;
};

/** The store, opened to look at it; or why there is nothing to look at. */
export type OpenedStore = { readonly db: Db } | { readonly db?: undefined; readonly findings: readonly Finding[] };

export type Port = {
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  /** What tells that a process of the service has it. */
  readonly recognizedBy: 'health' | 'issuer' | 'page';
};

export type PortFacts = Port & {
  readonly state: 'free' | 'own' | 'taken' | 'silent';
  readonly owner: PortOwner | undefined;
  /** Why nobody can listen there although it is free. */
  readonly unusable?: string | undefined;
};
