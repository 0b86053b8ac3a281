import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { type AnnouncedWithdrawal, withdrawalHeaders, withdrawalProblem } from '../../domain/withdrawal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The headers that announce the end of this operation. */
    withdrawal?: Record<string, string>;
  }
  interface FastifySchema {
    operationId?: string;
    deprecated?: boolean;
  }
}

/**
 * Prepares the announcement of withdrawals (decision 34) in every answer of their operations, errors included, and in the OpenAPI
 * document. Must be called before the routes are mounted. The service does not start with a wrong row.
 */
export function announceWithdrawals(
  app: FastifyInstance,
  withdrawals: readonly AnnouncedWithdrawal[],
  publicUrl: string,
): void {
  if (withdrawals.length === 0) return;
  const missing = new Map(withdrawals.map((one) => [one.operationId, one]));
  const wrong = withdrawals.map(withdrawalProblem).find((problem) => problem !== undefined);
  if (wrong !== undefined) throw new Error(`announced withdrawals: ${wrong}`);
  app.addHook('onRoute', (route) => {
    const found = withdrawals.find(({ operationId }) => operationId === route.schema?.operationId);
    if (!found) return;
    missing.delete(found.operationId);
    route.config = { ...route.config, withdrawal: withdrawalHeaders(found, publicUrl) };
    route.schema = { ...route.schema, deprecated: true, ...describe(found, route.schema) };
  });
  app.addHook('onReady', (next) => {
    const [unknown] = missing.keys();
    next(unknown === undefined ? undefined : new Error(`announced withdrawals: there is no operation ${unknown}`));
  });
}

/** An `onRequest` hook: the headers of the withdrawal of the request's operation. */
export const announceWithdrawal: onRequestHookHandler = (request, reply, next) => {
  const { withdrawal } = request.routeOptions.config;
  if (withdrawal) reply.headers(withdrawal);
  next();
};

function describe(
  { announcedOn, sunsetOn, link }: AnnouncedWithdrawal,
  schema: object | undefined,
): { description: string } {
  const { description = '' } = (schema ?? {}) as { description?: string };
  const notice = `Deprecated since ${announcedOn}: it works until ${sunsetOn}. [What to use instead](${link}).`;
  return { description: `${description}\n\n${notice}`.trim() };
}
