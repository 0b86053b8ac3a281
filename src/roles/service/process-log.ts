import type { Config } from '../../config/config.ts';
import { createLog, type Log } from '../../log/log.ts';

/** The log of a process. Where several write to one output, each line names its process. */
export const processLog = ({ logLevel, apiProcesses }: Config): Log =>
  createLog(logLevel, undefined, apiProcesses > 1 ? process.pid : undefined);
