import { readFileSync } from 'node:fs';
import type { Config } from '../../../config/config.ts';
import { isPublicService } from '../../settings/production.ts';
import { type Finding, found, note, ok, problem } from './finding.ts';
import type { Subject } from './subject.ts';

/** The least version on which all parts of the service run: it loads TypeScript files, and has `node:sqlite`. */
const MIN_NODE = 24;
/** Files, the connections to the store, and what the libraries open. */
const OTHER_DESCRIPTORS = 300;

export type MachineFacts = ReturnType<typeof lookAtMachine>;

/** `openFiles` is how many files a process may have open, `openFilesOfService` the same of the running service. */
export const lookAtMachine = ({ servicePid }: Subject) => ({
  node: process.versions.node,
  openFiles: openFilesOf('self'),
  openFilesOfService: servicePid === undefined ? undefined : openFilesOf(String(servicePid)),
});

/** Node raises the soft limit to the hard one at its start. Undefined where it cannot be read. */
function openFilesOf(pid: string): number | undefined {
  try {
    const [, limit] = /^Max open files\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? [];
    return limit === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(limit) || undefined;
  } catch {
    return undefined;
  }
}

export function judgeMachine(config: Config, facts: MachineFacts): Finding[] {
  const { node } = facts;
  return found(
    Number(node.split('.')[0]) >= MIN_NODE
      ? ok`Node ${node}`
      : problem`Node ${node} is too old -> Run the commands by npm, which uses the Node 26 that npm ci installs`,
    judgeOpenFiles(config, facts),
  );
}

function judgeOpenFiles(config: Config, { openFiles, openFilesOfService }: MachineFacts): Finding | undefined {
  const { maxConnections } = config;
  const limit = openFilesOfService ?? openFiles;
  if (limit === undefined) return undefined;
  const others = config.notifyConcurrency + config.databasePoolSize + OTHER_DESCRIPTORS;
  const needed = maxConnections + others;
  const whose = openFilesOfService === undefined ? 'a process' : 'the running service';
  if (limit >= needed) return ok`${whose} may have ${counted(limit)} files open, and needs at most ${needed}`;
  const text = `${whose} may have ${limit} files open, and MAX_CONNECTIONS=${maxConnections} needs ${needed}: under load connections fail`;
  const remedy = `Raise the limit (LimitNOFILE=${needed} in the systemd unit, ulimit -n ${needed}), or set MAX_CONNECTIONS=${Math.max(1, limit - others)}`;
  return isPublicService(config) ? problem`${text} -> ${remedy}` : note`${text}. ${remedy}`;
}

const counted = (limit: number) => (limit === Number.MAX_SAFE_INTEGER ? 'any number of' : limit);
