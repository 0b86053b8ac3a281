import { errorShapes } from './error.ts';
import { Type } from './type.ts';

export const Alive = Type.Named(
  'Alive',
  'The process is alive.',
  { status: Type.Literal('alive', 'Always `alive`.') },
  { examples: [{ status: 'alive' }] },
);

const parts = Type.Record(Type.String(), Type.Enum(['ok', 'degraded', 'failed']), {
  description: 'Each checked part, and its state.',
});
const reasons = Type.Optional(
  Type.Record(Type.String(), Type.String(), { description: 'Why, for each part that is not `ok`.' }),
);

export const Ready = Type.Named(
  'Ready',
  'The process can do its main work.',
  {
    status: Type.Enum(
      ['ready', 'degraded'],
      '`degraded`: the process does its main work, but a part does not work, for example writing to a full disk.',
    ),
    parts,
    reasons,
  },
  {
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

export const NotReady = Type.Named(
  'NotReady',
  'The process cannot do its main work. There is one error for each part that it cannot work without.',
  {
    ...errorShapes.list.properties,
    status: Type.Literal('unavailable', 'Always `unavailable`.'),
    parts,
    reasons,
  },
  {
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
