import { Type } from '../type.ts';

export const PushKey = Type.Object(
  {
    publicKey: Type.String({
      description: 'The `applicationServerKey` for a browser to subscribe: base64url, without padding.',
    }),
  },
  {
    title: 'PushKey',
    description: 'The public key that identifies this service to push services (RFC 8292).',
    examples: [
      { publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4' },
    ],
  },
);
