import type { Fields } from '../body-reading.ts';
import { type NamedKey, unknownKeyWarnings, unknownValue } from '../unknown-key-warnings.ts';
import type { Warning } from '../warning.ts';
import { DestinationShape } from './destination.ts';
import { ChangeBody, CreateBody, isWebhookAlias } from './destination-request.ts';

type OnUnknown = (keys: readonly NamedKey[]) => void;

/** A client may send back a whole destination that it read. */
const answered = Object.keys(DestinationShape.properties);

const inCreate = unknownKeyWarnings(CreateBody, answered);
const inChange = unknownKeyWarnings(ChangeBody, answered);

/** What in the free-form body of a destination is nearly a known key or value (decision 26). */
export const createWarnings = (body: Fields, onUnknown: OnUnknown): readonly Warning[] => [
  ...aboutType(body),
  ...inCreate(body, onUnknown),
];
export const changeWarnings = (body: Fields, onUnknown: OnUnknown): readonly Warning[] => [
  ...aboutType(body),
  ...inChange(body, onUnknown),
];

const aboutType = ({ type }: Fields): readonly Warning[] =>
  isWebhookAlias(type) ? [unknownValue('type', 'WEBHOOK', 'WEBHOOKS')] : [];
