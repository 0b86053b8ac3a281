import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '../../domain/fault.ts';
import type { Row } from '../db.ts';
import { SqliteConnection } from './connection.ts';
import { prepareWriter } from './writing-connection.ts';

/** A call of the connection: its method, and what that takes. */
export type ThreadCall = {
  method: 'get' | 'all' | 'run' | 'many' | 'rollback' | 'close';
  sql: string;
  values: Row | readonly Row[];
};

/** Answers come in the order of calls. */
export type ThreadAnswer = { result?: unknown; error?: ThreadError };

/** What is needed of an error to make it again. */
export type ThreadError = {
  message: string;
  isTypeError: boolean;
  errcode?: number;
  code?: string;
  fault?: Pick<Fault, 'code' | 'problems'>;
};

/** The thread of `WriterThread`. */
let connection: SqliteConnection | undefined;

parentPort?.on('message', (call: ThreadCall) => {
  let answer: ThreadAnswer;
  try {
    answer = { result: perform(call) };
  } catch (error) {
    answer = { error: describe(error as Error) };
  }
  parentPort?.postMessage(answer);
});

function perform({ method, sql, values }: ThreadCall): unknown {
  if (method === 'close') return connection?.close();
  connection ??= openWriter(workerData as string);
  if (method === 'rollback') return connection.rollback();
  if (method === 'many') return connection.many(sql, values as readonly Row[]);
  return connection[method](sql, values as Row);
}

/** At the first call: its error then is that of a statement. */
function openWriter(file: string): SqliteConnection {
  const writer = new SqliteConnection(file, { readOnly: false, busyTimeoutMs: 0 });
  try {
    prepareWriter(writer);
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}

function describe(error: Error): ThreadError {
  // The error of the driver is the cause of what the connection throws.
  const { message, errcode, code } = (error.cause instanceof Error ? error.cause : error) as Error & ThreadError;
  return {
    message,
    isTypeError: error instanceof TypeError,
    ...(errcode !== undefined && { errcode }),
    ...(code !== undefined && { code }),
    ...(error instanceof Fault &&
      error.cause === undefined && { fault: { code: error.code, problems: error.problems } }),
  };
}
