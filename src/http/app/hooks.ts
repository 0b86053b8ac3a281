import type {
  FastifyInstance,
  onRequestHookHandler,
  onResponseHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify';
import type { BatchHooks } from '../admission/request-batching.ts';

// The order of all hooks of a request: it is behaviour. Within a kind, those of the app run first, then those of the path group, then
// those of the route. Between `onRequest` and `preValidation` the body is read; behind `preValidation` the shapes are checked. Hooks that
// run only when the server starts or stops are where they belong: their order does not matter.

/** The hooks of an app. Those that are absent do nothing here: no request pays for them. */
export type AppHooks = BatchHooks & {
  readonly leaveAdmission?: onSendHookHandler<unknown>;
  readonly beginRequest?: onRequestHookHandler;
  readonly announceWithdrawal?: onRequestHookHandler | undefined;
  readonly continueTrace?: preHandlerHookHandler | undefined;
  readonly closeWhileStopping?: onSendHookHandler<unknown>;
  readonly reportAnswer?: onResponseHookHandler;
};

/** Must be called before the routes are mounted. */
export function addAppHooks(app: FastifyInstance, hooks: AppHooks): void {
  // First: what runs before this runs outside the batches, and costs several times as much.
  app.addHook('onRequest', hooks.waitToAuthorize);
  // Before everything that may answer: each answer has the request id and the safe headers, errors too.
  if (hooks.beginRequest) app.addHook('onRequest', hooks.beginRequest);
  // Before the guard: a 401 of an operation that will be withdrawn announces that, too.
  if (hooks.announceWithdrawal) app.addHook('onRequest', hooks.announceWithdrawal);

  // The caller is known and the body is read: only now the turns of callers can be fair.
  app.addHook('preHandler', hooks.waitToHandle);
  // Last before the handler: a batch begins outside of the trace, and so does the stream of a body.
  if (hooks.continueTrace) app.addHook('preHandler', hooks.continueTrace);

  // The handler is done: a request that only waits to be sent takes no slot from others.
  if (hooks.leaveAdmission) app.addHook('onSend', hooks.leaveAdmission);
  app.addHook('onSend', hooks.waitToSend);
  // When the answer is sent, not when it is ready: the stop may have begun in between.
  if (hooks.closeWhileStopping) app.addHook('onSend', hooks.closeWhileStopping);

  app.addHook('onError', hooks.dropErrorAfterAnswer);
  if (hooks.reportAnswer) app.addHook('onResponse', hooks.reportAnswer);
}

/** Behind the hooks of the app. 404 and 405 come before the body is read: on an unknown path, errors of the body do not matter. */
export function addGroupHooks(scope: FastifyInstance, rejectUnknownPath: onRequestHookHandler): void {
  scope.addHook('onRequest', rejectUnknownPath);
}

/** What the path group of a route adds to it. */
export type RouteHooks = {
  readonly authorize?: onRequestHookHandler;
  readonly countAddress?: onRequestHookHandler;
  readonly readQuery?: preValidationHookHandler | undefined;
  readonly countClient?: preValidationHookHandler;
};

/** Behind the hooks of the group, and before those that the route itself has. */
export function addRouteHooks(route: RouteOptions, hooks: RouteHooks): void {
  // The guard comes before the body is read: a caller without a token learns nothing of the body's rules, and costs little.
  route.onRequest = [hooks.authorize ?? [], hooks.countAddress ?? [], route.onRequest ?? []].flat();
  // The client is counted when the body and the query that may name it have been read.
  route.preValidation = [hooks.readQuery ?? [], hooks.countClient ?? [], route.preValidation ?? []].flat();
}
