import { readFileSync } from 'node:fs';
import type { Config } from '../../../config.ts';
import { isPublic } from '../../production.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** The least version on which all parts of the service run: it loads TypeScript files, and has `node:sqlite`. */
const MIN_NODE = 24;
/** Files, the connections to the store, and what the libraries open. */
const OTHER_DESCRIPTORS = 300;

export type MachineFacts = {
  readonly node: string;
  /** How many files a process may have open; undefined where it cannot be read. */
  readonly openFiles: number | undefined;
  /** The same of the running service. */
  readonly openFilesOfService: number | undefined;
};

export const lookAtMachine = (servicePid: number | undefined): MachineFacts => ({
  node: process.versions.node,
  openFiles: openFilesOf('self'),
  openFilesOfService: servicePid === undefined ? undefined : openFilesOf(String(servicePid)),
});

/** Node raises the soft limit to the hard one at its start. */
function openFilesOf(pid: string): number | undefined {
  try {
    const [, limit] = /^Max open files\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? [];
    return limit === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(limit) || undefined;
  } catch {
    return undefined;
  }
}

export function judgeMachine(config: Config, facts: MachineFacts): Finding[] {
  const major = Number(facts.node.split('.')[0]);
  const node =
    major >= MIN_NODE
      ? ok(`Node ${facts.node}`)
      : problem(
          `Node ${facts.node} is too old`,
          'Run the commands by npm, which uses the Node 26 that npm ci installs',
        );
  return [node, ...judgeOpenFiles(config, facts)];
}

function judgeOpenFiles(config: Config, { openFiles, openFilesOfService }: MachineFacts): Finding[] {
  const limit = openFilesOfService ?? openFiles;
  if (limit === undefined) return [];
  const needed = config.maxConnections + config.notifyConcurrency + config.databasePoolSize + OTHER_DESCRIPTORS;
  const whose = openFilesOfService === undefined ? 'a process' : 'the running service';
  if (limit >= needed) return [ok(`${whose} may have ${counted(limit)} files open, and needs at most ${needed}`)];
  const text = `${whose} may have ${limit} files open, and MAX_CONNECTIONS=${config.maxConnections} needs ${needed}: under load connections fail`;
  const fitting = Math.max(1, limit - (needed - config.maxConnections));
  const mend = `Raise the limit (LimitNOFILE=${needed} in the systemd unit, ulimit -n ${needed}), or set MAX_CONNECTIONS=${fitting}`;
  return [isPublic(config) ? problem(text, mend) : note(`${text}. ${mend}`)];
}

const counted = (limit: number) => (limit === Number.MAX_SAFE_INTEGER ? 'any number of' : limit);
