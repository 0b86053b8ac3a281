import type { Config } from '../../../config/config.ts';
import { isPublicService } from '../../settings/production.ts';
import { check } from './check.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { openFilesOf } from './proc.ts';

/** The least version on which all parts of the service run: it loads TypeScript files, and has `node:sqlite`. */
const MIN_NODE = 24;
/** Files, the connections to the store, and what the libraries open. */
const OTHER_DESCRIPTORS = 300;

export const machineCheck = check({
  title: 'Machine',
  look: ({ servicePid }) => ({
    node: process.versions.node,
    openFiles: openFilesOf('self'),
    openFilesOfService: servicePid === undefined ? undefined : openFilesOf(servicePid),
  }),
  judge: ({ node, openFiles, openFilesOfService }, config) => {
    const limit = openFilesOfService ?? openFiles;
    const whose = openFilesOfService === undefined ? 'a process' : 'the running service';
    return [
      Number(node.split('.')[0]) >= MIN_NODE
        ? ok`Node ${node}`
        : problem`Node ${node} is too old -> Run the commands by npm, which uses the Node 26 that npm ci installs`,
      limit !== undefined && judgeOpenFiles(config, whose, limit),
    ];
  },
});

function judgeOpenFiles(config: Config, whose: string, limit: number): Finding {
  const { maxConnections, notifyConcurrency, databasePoolSize } = config;
  const others = notifyConcurrency + databasePoolSize + OTHER_DESCRIPTORS;
  const needed = maxConnections + others;
  const count = limit === Number.MAX_SAFE_INTEGER ? 'any number of' : limit;
  if (limit >= needed) return ok`${whose} may have ${count} files open, and needs at most ${needed}`;
  const text = `${whose} may have ${limit} files open, and MAX_CONNECTIONS=${maxConnections} needs ${needed}: under load connections fail`;
  const remedy = `Raise the limit (LimitNOFILE=${needed} in the systemd unit, ulimit -n ${needed}), or set MAX_CONNECTIONS=${Math.max(1, limit - others)}`;
  return isPublicService(config) ? problem`${text} -> ${remedy}` : note`${text}. ${remedy}`;
}
