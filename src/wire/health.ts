import { Type } from 'typebox';

export const Alive = Type.Object(
  { status: Type.String({ description: 'Always `alive`.' }) },
  { title: 'Alive', description: 'The process is alive.', examples: [{ status: 'alive' }] },
);

export const Ready = Type.Object(
  {
    status: Type.String({ description: 'Always `ready`.' }),
    parts: Type.Record(Type.String(), Type.String(), { description: 'Each checked part, and `ok`.' }),
  },
  { title: 'Ready', description: 'Every part works.', examples: [{ status: 'ready', parts: { store: 'ok' } }] },
);
