/** A guide is `docs/<name>.md`, or `file`. Its title is the first line of the file. */
export type ListedGuide = { readonly name: string; readonly says: string; readonly file?: string };

/**
 * The guides that the service shows, in reading order. Documents for those who change the service are at the root of the
 * repository and are not shown.
 */
export const guideSections: readonly { readonly title: string; readonly guides: readonly ListedGuide[] }[] = [
  {
    title: 'For sellers',
    guides: [{ name: 'console', says: 'Look instead of reading JSON: what each page of the console answers.' }],
  },
  {
    title: 'For developers of sellers’ applications',
    guides: [
      { name: 'authorization', says: 'Get a token, as a seller and as a solution provider.' },
      { name: 'sdk', says: 'Every call in one import, for Node and browsers.', file: 'sdk/README.md' },
      { name: 'fees', says: 'How each fee is computed, with worked examples.' },
      { name: 'pricing', says: 'Offers, competitive prices, conditional requests, batches.' },
      { name: 'buy-box', says: 'Who holds the buy box, and why.' },
      { name: 'explain', says: 'Why a listing does not hold the buy box, which price would, and what changed.' },
      { name: 'events', says: 'What you are told when your position changes, and how to miss nothing.' },
      { name: 'receiving-webhooks', says: 'Signatures, retries, the delivery log.' },
      { name: 'pulling', says: 'A queue instead of webhooks, with an example consumer.' },
      { name: 'push', says: 'Notifications in browsers and on phones.' },
      { name: 'decisions', says: 'What the specification leaves open, settled.' },
    ],
  },
  {
    title: 'For operators',
    guides: [
      { name: 'operations', says: 'The way to production, settings by task, ways to run, sizing.' },
      { name: 'market-data', says: 'Feed the market; move to PostgreSQL.' },
      { name: 'market-records', says: 'Every field of the records that import reads.' },
      { name: 'identity-provider', says: 'Clients and accounts, or your own provider.' },
      { name: 'email', says: 'Set up a mail server.' },
      { name: 'sms', says: 'Set up an SMS gateway.' },
      { name: 'rate-plans', says: 'Limit how often applications may call.' },
      { name: 'health', says: 'Readiness, and the log.' },
      { name: 'monitoring', says: 'Every metric, a dashboard and alerts.' },
      { name: 'runbook', says: 'What to do about each alert.' },
      { name: 'audit', says: 'Who changed what, and how to prove it.' },
      { name: 'tracing', says: 'OpenTelemetry traces, and what they cost.' },
      { name: 'doctor', says: 'What npm run doctor checks.' },
      { name: 'stopping', says: 'Stop and restart without losing requests.' },
      { name: 'processes', says: 'Several processes on one machine.' },
      { name: 'upgrading', says: 'Upgrade while it serves, and go back.' },
      { name: 'backup', says: 'Backup, restore, another machine, damaged stores.' },
      { name: 'retention', says: 'What is kept for how long.' },
      { name: 'postgres-cluster', says: 'PostgreSQL on three machines; PgBouncer.' },
      { name: 'reliability', says: 'What holds when things break.' },
      { name: 'performance', says: 'How fast it is, and how to measure that.' },
      { name: 'scale', says: 'The arithmetic toward a billion offers.' },
      { name: 'threat-model', says: 'Who attacks, and what holds them.' },
    ],
  },
];
