import type { BodyReading, Fields } from '../body-reading.ts';
import { Type } from '../type.ts';
import { readSigningSecret } from './webhook-config.ts';

const DEFAULT_GRACE_SECONDS = 86_400;
const MAX_GRACE_SECONDS = 604_800;

export const RotationBody = Type.Object(
  {
    graceSeconds: Type.Optional.Integer({
      minimum: 0,
      maximum: MAX_GRACE_SECONDS,
      description: 'How long requests are also signed with the previous secret; a day when absent.',
    }),
    secret: Type.Optional.String('Your own secret: whsec_ and the base64 of 24 to 64 bytes. Absent: one is generated.'),
  },
  {
    title: 'RotateSecret',
    additionalProperties: true,
    description: 'Both are optional.',
    examples: [{ graceSeconds: 3_600 }],
  },
);

export type Rotation = { graceSeconds: number; secret: string | undefined };

export function readRotation(r: BodyReading, body: Fields): Rotation {
  const { graceSeconds, secret } = body;
  return {
    graceSeconds: r.integer(graceSeconds, 'graceSeconds', [0, MAX_GRACE_SECONDS], DEFAULT_GRACE_SECONDS),
    secret: secret === undefined ? undefined : readSigningSecret(r, secret, 'secret'),
  };
}
