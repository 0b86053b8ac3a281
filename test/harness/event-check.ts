import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { PROMOTION_CHANGES } from '../../src/domain/fees/fee-news.ts';
import { BOX_CHANGES, CAUSES } from '../../src/domain/notifications/market-event.ts';
import { EVENT_KINDS, type EventKind } from '../../src/domain/notifications/notification.ts';
import { eventSchema } from '../../src/http/openapi/event-schema.ts';
import { closed } from './documented.ts';

/*
 * Every event that a test receives must fit the published schema of its kind. Undocumented members fail, too, and so do words
 * that the schema leaves open for later versions.
 */

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const checks = new Map<EventKind, ValidateFunction>();

/** By kind and member of `data`. */
const words: Readonly<Record<string, readonly string[]>> = {
  'BUY_BOX_CHANGED Change': BOX_CHANGES,
  'FEE_PROMOTION Change': PROMOTION_CHANGES,
  'BUY_BOX_CHANGED Cause': CAUSES,
  'PRICING_HEALTH Health': ['UNHEALTHY', 'RECOVERED'],
};

/** What is wrong with an event; undefined when it is as published. */
export function eventProblem(event: unknown): string | undefined {
  const { type, data } = (event ?? {}) as { type?: unknown; data?: Record<string, unknown> };
  const kind = EVENT_KINDS.find((one) => one === type);
  if (kind === undefined) return `there is no kind of events ${JSON.stringify(type)}`;
  const check = checks.get(kind) ?? ajv.compile(closed(eventSchema(kind, 'https://schemas.example')) as object);
  checks.set(kind, check);
  if (!check(event)) return ajv.errorsText(check.errors, { dataVar: kind });
  for (const [name, value] of Object.entries(data ?? {})) {
    const list = words[`${kind} ${name}`];
    if (list && !list.includes(String(value))) return `${kind}/data/${name} must be one of ${list.join(', ')}`;
  }
  return undefined;
}

function mustBeEvent(event: unknown): void {
  const problem = eventProblem(event);
  assert.equal(problem, undefined, `${problem}\n${JSON.stringify(event)}`);
}

/** Checks all events in an answer of the API: of `receive`, of a delivery, of the list of events. */
export function mustHoldEvents(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  if ('specversion' in answer) mustBeEvent(answer);
  else Object.values(answer).forEach(mustHoldEvents);
}

const isEvent = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith('application/cloudevents+json');

/**
 * Checks the events that a webhook receiver reads, without reading for it. Returns a function that throws when one was not as
 * published: the receiver calls it when it closes.
 */
export function checkReceivedEvents(server: NodeJS.EventEmitter): () => void {
  const problems: string[] = [];
  server.prependListener('request', (request: IncomingMessage) => {
    if (!isEvent(request)) return;
    const chunks: Buffer[] = [];
    const emit = request.emit.bind(request) as (name: string | symbol, ...rest: unknown[]) => boolean;
    request.emit = (name: string | symbol, ...rest: unknown[]) => {
      if (name === 'data') chunks.push(Buffer.from(rest[0] as Uint8Array));
      if (name === 'end') problems.push(...problemsIn(Buffer.concat(chunks).toString()));
      return emit(name, ...rest);
    };
  });
  return () => assert.deepEqual(problems, [], 'an event was not as published');
}

function problemsIn(body: string): string[] {
  try {
    const problem = eventProblem(JSON.parse(body));
    return problem === undefined ? [] : [`${problem}: ${body}`];
  } catch {
    return [`an event is no JSON: ${body}`];
  }
}
