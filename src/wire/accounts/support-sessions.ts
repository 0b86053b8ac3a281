import type { Static } from 'typebox';
import { MAX_SUPPORT_MINUTES, type ShownSupport } from '../../domain/accounts/support-session.ts';
import { writeTime } from '../../domain/time.ts';
import { isKnown, type KnownAs, knownAsShapes } from '../known-as.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { SellerParams } from './seller-accounts.ts';

const sessionId = 'c3b8a7f6e5d4c3b2a195f0c2b7a9e1d4';

/** What both sides see. */
const shared = {
  supportSessionId: Type.String('Its identifier: the audit log has it.'),
  reason: Type.String('Why the operator began it, in its own words.'),
  status: openSet(['LIVE', 'ENDED'], {
    title: 'SupportSessionStatus',
    description: 'LIVE while its token is accepted, then ENDED; an open set.',
  }),
  begunTime: Type.Time('When it began.'),
  untilTime: Type.Time('When it ends by itself.'),
  endedBy: Type.Optional(
    openSet(['OWNER', 'OPERATOR', 'SIGN_IN'], {
      title: 'SupportSessionEnd',
      description:
        'Who ended it before that: an owner of the seller, the operator, or the end of the sign-in of its person (SIGN_IN), as with another password; an open set.',
    }),
  ),
  endedTime: Type.Optional.Time('When somebody ended it.'),
};

const sharedExample = {
  supportSessionId: sessionId,
  reason: 'Ticket 4711: webhooks do not arrive.',
  status: 'LIVE',
  begunTime: '2026-11-17T10:32:00.000Z',
  untilTime: '2026-11-17T11:32:00.000Z',
};

export const exampleSellerSupport = {
  ...sharedExample,
  status: 'ENDED',
  endedBy: 'OWNER',
  endedTime: '2026-11-17T10:40:00.000Z',
};

export const SellerSupportSession = Type.Named(
  'SellerSupportSession',
  "A support session: the operator looked at the seller's console.",
  shared,
);

const nextToken = Type.Optional.String('There are more: send it as nextToken to get the next page.');

export const SellerSupportSessions = Type.Named(
  'SellerSupportSessions',
  'A page of support sessions.',
  { supportSessions: Type.Array(SellerSupportSession, 'The newest first.'), nextToken },
  { examples: [{ supportSessions: [exampleSellerSupport] }] },
);

const ofOperator = {
  ...{ sellerId: Type.String('The seller whose console it shows.') },
  ...{ operatorId: Type.String('Who began it: the account of a person of the operator, or its application.') },
  operator: Type.Optional(Type.Named('SupportOperator', 'Who that is. Absent where nothing is known.', knownAsShapes)),
  ...shared,
};

export const exampleSupport = {
  ...{ sellerId: 'A1DEMOSELLER', operatorId: '7a9e1d4c3b8a7f6e5d4c3b2a195f0c2b' },
  operator: { email: 'olga@marketplace.example' },
  ...sharedExample,
};

export const SupportSessionShape = Type.Named(
  'SupportSession',
  'A support session of a person of the operator.',
  ofOperator,
);

export const SupportSessions = Type.Named(
  'SupportSessions',
  'A page of support sessions.',
  { supportSessions: Type.Array(SupportSessionShape, 'The newest first.'), nextToken },
  { examples: [{ supportSessions: [exampleSupport] }] },
);

export const BegunSupportShape = Type.Named('BegunSupportSession', 'A support session that has begun.', {
  ...ofOperator,
  accessToken: Type.String(
    'The bearer token of the session, shown only now. It reads what the console of the seller shows, until `untilTime`, and cannot be renewed.',
  ),
});

/** No real token: it is too short for one. */
export const exampleBegunSupport = { ...exampleSupport, accessToken: 'support_5f0c2b7a9e1d4c3b' };

export const SupportRequest = Type.Named(
  'SupportSessionRequest',
  'Whose console to see, and why.',
  {
    sellerId: SellerParams.properties.sellerId,
    reason: Type.String({
      ...{ minLength: 1, maxLength: 500, pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$' },
      description: 'Why, in words that the seller understands: its owners read it. One line.',
    }),
    minutes: Type.Optional.Integer({
      ...{ minimum: 1, maximum: MAX_SUPPORT_MINUTES, default: MAX_SUPPORT_MINUTES },
      description: 'How long it may last.',
    }),
  },
  { examples: [{ sellerId: 'A1DEMOSELLER', reason: 'Ticket 4711: webhooks do not arrive.' }] },
);

export const SupportParams = Type.Object({
  supportSessionId: Type.String({
    ...{ minLength: 1, maxLength: 64, pattern: '^[\\w-]+$', description: 'The support session.' },
  }),
});

const pageFields = {
  limit: Type.Optional.Integer({
    ...{ minimum: 1, maximum: 200, default: 50, description: 'The maximum number of elements.' },
  }),
  nextToken: Type.Optional.String({ maxLength: 256, description: 'Where the last page ended.' }),
};

export const SupportPage = Type.Object(pageFields);

export const SupportFilter = Type.Object({
  sellerId: Type.Optional(SellerParams.properties.sellerId),
  ...pageFields,
});

export const writeSellerSupport = (session: ShownSupport) =>
  ({
    ...{ supportSessionId: session.sessionId, reason: session.reason },
    status: session.isLive ? 'LIVE' : 'ENDED',
    ...{ begunTime: writeTime(session.begunMs), untilTime: writeTime(session.untilMs) },
    ...(session.endedBy && { endedBy: session.endedBy.toUpperCase().replace('-', '_') }),
    ...(session.endedMs !== undefined && { endedTime: writeTime(session.endedMs) }),
  }) satisfies Static<typeof SellerSupportSession>;

export const writeSupport = (session: ShownSupport, operator: KnownAs) =>
  ({
    ...{ sellerId: session.sellerId, operatorId: session.operatorId, ...(isKnown(operator) && { operator }) },
    ...writeSellerSupport(session),
  }) satisfies Static<typeof SupportSessionShape>;
