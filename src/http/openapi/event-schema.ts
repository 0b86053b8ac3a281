import { EVENT_KINDS, type EventKind } from '../../domain/notifications/notification.ts';
import { eventExamples } from '../../wire/notifications/events/event-examples.ts';
import { eventShapes } from '../../wire/notifications/events/event-shapes.ts';
import { collectShapes } from './components.ts';

/** The address of a schema. `source` is that of all events. */
const schemaAddress = (source: string, kind: EventKind) => `${source}/schemas/${kind}`;

/** The published JSON Schema of the whole CloudEvent of a kind. It needs no other document. */
export function eventSchema(kind: EventKind, source: string): object {
  const { title, description, ...shape } = eventShapes[kind] as { title?: string; description?: string };
  const { node, schemas } = collectShapes(publishedShape(shape), '#/$defs/');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: schemaAddress(source, kind),
    ...{ title, description },
    ...(node as object),
    ...(Object.keys(schemas).length === 0 ? {} : { $defs: schemas }),
    examples: [eventExamples[kind]],
  };
}

/**
 * The shape as receivers validate with it. A strict validator refuses keywords that it does not know. The names of words and of
 * `data` are for client generators: here these stay where they are used.
 */
function publishedShape(node: unknown, key?: string): unknown {
  if (Array.isArray(node)) return node.map((one) => publishedShape(one));
  if (typeof node !== 'object' || node === null) return node;
  const isInline = key === 'data' || ('type' in node && node.type === 'string') || 'enum' in node;
  const kept = Object.entries(node).filter(([name]) => !name.startsWith('x-') && !(isInline && name === 'title'));
  return Object.fromEntries(kept.map(([name, value]) => [name, publishedShape(value, name)]));
}

/** What the list of schemas says about each kind. */
export const listedSchemas = (source: string) =>
  EVENT_KINDS.map((kind) => ({
    eventType: kind,
    description: (eventShapes[kind] as { description?: string }).description ?? '',
    schema: schemaAddress(source, kind),
  }));

type Answer = { content: Record<string, { examples: object }> };
type Document = { paths: Record<string, { get: { responses: Record<string, Answer> } }> };

/**
 * Adds the example of a schema to the document. The collector of the routes' schemas would change it: it takes the `$id` and
 * `const` of an example for its own.
 */
export function addSchemaExample(document: object): void {
  const path = (document as Document).paths['/notifications/v4/schemas/{eventType}'];
  const media = path?.get.responses['200']?.content['application/json'];
  const value = eventSchema('TEST_NOTIFICATION', 'http://127.0.0.1:8080/notifications/v4');
  if (media) media.examples = { Success: { value } };
}
