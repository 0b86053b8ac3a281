import { EMBEDDED_CONSOLE_CLIENT } from '../../domain/authorization/console-client.ts';

type ScopeDescription = { title: string; details: string };

/** The text of the consent page and of the list of connected applications. */
const descriptions: Readonly<Record<string, ScopeDescription>> = {
  'seller-api:pricing:read': {
    title: 'See your prices and fees',
    details:
      'Your offers, competing offers, buy box results and fee estimates. It cannot change a price with this right.',
  },
  'seller-api:notifications:read': {
    title: 'Receive your notifications',
    details:
      'At the destinations that it creates for you, with their delivery log. It does not see your own destinations, those of other applications, or your registered e-mail address and phone number.',
  },
  'seller-api:notifications:write': {
    title: 'Create notification destinations for you',
    details:
      'It adds, changes, tests and removes its own. They get news of your offers, prices and fees, until you withdraw its access.',
  },
  'seller-api:pricing:write': {
    title: 'Change your prices',
    details: 'It sets prices, shipping charges and business prices of your offers, within the limits that you set.',
  },
  'seller-api:limits:write': {
    title: 'Change your price limits and costs',
    details: 'It loosens or removes the lowest and highest prices that you allow, and sets what your items cost you.',
  },
  'seller-api:costs:read': {
    title: 'See your costs and profit',
    details: 'What your items cost you, and what you earn with them.',
  },
  'seller-api:account:read': {
    title: 'See your account',
    details: 'Who has access to your seller account, and the record of changes to members and applications.',
  },
  offline_access: {
    title: 'Stay connected',
    details: 'It keeps this access while you are away, for one year at most, until you withdraw it.',
  },
};

/** The console counts as the seller's own application (decision 38), and has no refresh token. */
const consoleDescriptions: Readonly<Record<string, ScopeDescription>> = {
  'seller-api:notifications:read': {
    title: 'See your notifications',
    details: 'All your destinations, also those that applications created for you, and their delivery logs.',
  },
  'seller-api:notifications:write': {
    title: 'Change your notification destinations',
    details: 'It adds, changes, tests and removes destinations when you tell it to.',
  },
};

/** A scope without a description shows its own name. */
export function scopeDescription(scope: string, clientId: string): ScopeDescription {
  const own = clientId === EMBEDDED_CONSOLE_CLIENT ? consoleDescriptions[scope] : undefined;
  return own ?? descriptions[scope] ?? { title: scope, details: '' };
}
