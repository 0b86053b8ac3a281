type ScopeDescription = { title: string; details: string };

/** The text of the consent page and of the list of connected applications. */
const descriptions: Readonly<Record<string, ScopeDescription>> = {
  'seller-api:pricing:read': {
    title: 'See your prices and fees',
    details: 'Your offers, competing offers, buy box results and fee estimates. It cannot change a price.',
  },
  'seller-api:notifications:read': {
    title: 'See your notification destinations and take messages from your queues',
    details:
      'Where your notifications go, and which were delivered. It can also read your pull queues, and it takes away what it reads: messages that it confirms no longer reach your own programs.',
  },
  'seller-api:notifications:write': {
    title: 'Change your notification destinations',
    details: 'Add, change and remove them, and send test notifications.',
  },
  offline_access: {
    title: 'Stay connected',
    details: 'It keeps this access while you are away, for one year at most, until you withdraw it.',
  },
};

/** A scope without a description shows its own name. */
export function scopeDescription(scope: string): ScopeDescription {
  return descriptions[scope] ?? { title: scope, details: '' };
}
