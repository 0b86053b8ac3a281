import { errorShapes } from './error.ts';
import { Type } from './type.ts';

export const Alive = Type.Object(
  { status: Type.Literal('alive', { description: 'Always `alive`.' }) },
  { title: 'Alive', description: 'The process is alive.', examples: [{ status: 'alive' }] },
);

const parts = Type.Record(Type.String(), Type.Enum(['ok', 'degraded', 'failed']), {
  description: 'Each checked part, and its state.',
});
const reasons = Type.Optional(
  Type.Record(Type.String(), Type.String(), { description: 'Why, for each part that is not `ok`.' }),
);

export const Ready = Type.Object(
  {
    status: Type.Enum(['ready', 'degraded'], {
      description:
        '`degraded`: the process does its main work, but a part does not work, for example writing to a full disk.',
    }),
    parts,
    reasons,
  },
  {
    title: 'Ready',
    description: 'The process can do its main work.',
    examples: [
      {
        status: 'ready',
        parts: { store: 'ok', 'identity provider': 'ok', 'store writes': 'ok', worker: 'ok', log: 'ok' },
      },
      {
        status: 'degraded',
        parts: { store: 'ok', 'store writes': 'degraded' },
        reasons: { 'store writes': 'The disk of the data store is full.' },
      },
    ],
  },
);

export const NotReady = Type.Object(
  {
    ...errorShapes.list.properties,
    status: Type.Literal('unavailable', { description: 'Always `unavailable`.' }),
    parts,
    reasons,
  },
  {
    title: 'NotReady',
    description: 'The process cannot do its main work. There is one error for each part that it cannot work without.',
    examples: [
      {
        errors: [
          {
            code: 'ServiceUnavailable',
            message: 'The identity provider cannot be reached.',
            details: 'The service is alive but cannot work without its identity provider. Try again in 5 seconds.',
          },
        ],
        status: 'unavailable',
        parts: { store: 'ok', 'identity provider': 'failed' },
        reasons: { 'identity provider': 'The identity provider cannot be reached.' },
      },
    ],
  },
);
