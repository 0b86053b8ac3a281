import { Type } from '../type.ts';

export const PushKey = Type.Named(
  'PushKey',
  'The public key that identifies this service to push services (RFC 8292).',
  {
    publicKey: Type.String('The `applicationServerKey` for a browser to subscribe: base64url, without padding.'),
  },
  {
    examples: [
      { publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4' },
    ],
  },
);
