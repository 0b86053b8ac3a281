/** A guide is `docs/<name>.md`, or `file`. Its title is the first line of the file. */
export type ListedGuide = { readonly name: string; readonly says: string; readonly file?: string };

/**
 * The guides that the service shows, in reading order. Documents for those who change the service are at the root of the
 * repository and are not shown.
 */
export const guideSections: readonly { readonly title: string; readonly guides: readonly ListedGuide[] }[] = [
  {
    title: 'For sellers',
    guides: [
      {
        name: 'console',
        says: 'Which question each page answers, how to sign in, and what the console does not do.',
      },
    ],
  },
  {
    title: 'For developers of sellers’ applications',
    guides: [
      {
        name: 'demo',
        says: 'The sellers, clients and listings of the demo market, what each shows, and how to see a notification of each type arrive.',
      },
      {
        name: 'authorization',
        says: 'Client credentials for your own application; authorization code with PKCE, refresh tokens and registration for those of others.',
      },
      {
        name: 'sdk',
        says: 'The first call in ten lines, for Node and browsers: tokens, retries, paging and webhook signatures are done for you.',
        file: 'sdk/README.md',
      },
      {
        name: 'command-line',
        says: 'Sign in, ask for fees and the buy box, change prices, and forward events to a program on your machine, without a line of code.',
      },
      {
        name: 'fees',
        says: 'Referral, closing and fulfilment fees line by line with worked examples; promotions, tax, and how fees differ between dates.',
      },
      {
        name: 'pricing',
        says: 'By SKU or item, one or twenty at a time; what ETag and If-None-Match save, and what an element that fails looks like.',
      },
      {
        name: 'buy-box',
        says: 'Which offers compete, how ties are decided, and how business customers have a box of their own.',
      },
      {
        name: 'explain',
        says: 'The gates that an offer fails, the highest price that still wins, and the history of who held the box.',
      },
      {
        name: 'price-changes',
        says: 'Send what you tried: each listing gets a receipt with the terms before and after, its place in the buy box, and undo.',
      },
      {
        name: 'reports',
        says: 'The whole catalogue in one file, true at one instant: types, columns, formats, only what changed, schedules, and how events keep it up to date.',
      },
      {
        name: 'events',
        says: 'Every kind with its fields; sequences, windows and filters, so that a program misses nothing and hears nothing twice.',
      },
      {
        name: 'event-rules',
        says: 'Which events there are, who receives them and when: kinds, filters, windows and messages to people, rule by rule.',
      },
      {
        name: 'receiving-webhooks',
        says: 'Check the signature in a few lines of Node or Python, answer in time, and read in the log why a delivery failed.',
      },
      {
        name: 'pulling',
        says: 'A queue for programs that no webhook can reach: receive, acknowledge, extend; with a consumer to copy.',
      },
      {
        name: 'push',
        says: 'Web Push without an app: subscribe a browser, show what arrives, and know what a push service answers.',
      },
      {
        name: 'application-destinations',
        says: 'To whom a destination belongs, which applications see it, and what happens when a seller withdraws one of them.',
      },
      {
        name: 'usage',
        says: 'Which application used how much, what was refused and why, what is left of the limit; for sellers and for the operator.',
      },
      {
        name: 'decisions',
        says: 'Where the specification is silent: casing, money, rounding, idempotency and errors, each with its number.',
      },
    ],
  },
  {
    title: 'For operators',
    guides: [
      {
        name: 'operator-console',
        says: 'Which question each page of the operator’s console answers, which right it needs, and how to sign in.',
      },
      {
        name: 'operations',
        says: 'From an empty machine to production in ten steps: settings by task, systemd and containers, and how much machine it needs.',
      },
      {
        name: 'market-data',
        says: 'Import files, send live changes, load quietly, export all of it, and move from the embedded store to PostgreSQL.',
      },
      {
        name: 'operator-api',
        says: 'Which question of an operator each operation under /operator/v1 answers, with its right: counts, search, imports.',
      },
      {
        name: 'market-records',
        says: 'Marketplaces, sellers, items, offers and fee schedules: every field with its type, its bounds and an example.',
      },
      {
        name: 'identity-provider',
        says: 'Applications and sign-ins of the embedded one, or the settings for your own, with providers that were tried.',
      },
      {
        name: 'accounts',
        says: 'What people do on the pages of the embedded provider: team, applications and their secrets, own sign-ins, own data.',
      },
      {
        name: 'email',
        says: 'SMTP settings, bounces, and what SPF and DKIM must say so that messages do not end as spam.',
      },
      { name: 'sms', says: 'Which requests a gateway gets, how its reports come back, and an example with Kannel.' },
      {
        name: 'operator-notifications',
        says: 'Why a seller did not get a notification, from its id to the cause, and which destinations fail and why.',
      },
      {
        name: 'rate-plans',
        says: 'How many requests per application, seller and operation; one count for all processes and machines, with Redis or Valkey.',
      },
      {
        name: 'health',
        says: 'What /health/ready looks at, how a load balancer uses it, and what the lines of the log say.',
      },
      { name: 'monitoring', says: 'Every metric with its labels, a Grafana dashboard and Prometheus rules to import.' },
      { name: 'runbook', says: 'One section for each alert: what it means, where to look, what to do first.' },
      {
        name: 'audit',
        says: 'Changes, imports, commands and starts in a chain of digests: how to read, export and verify it, and what it proves.',
      },
      {
        name: 'tracing',
        says: 'Spans of requests, statements and deliveries by OpenTelemetry: what is recorded, who decides, what it costs.',
      },
      {
        name: 'doctor',
        says: 'One command that checks settings, store, keys, provider, ports and disk, and says how to fix what it finds.',
      },
      {
        name: 'stopping',
        says: 'What a stop waits for, how a load balancer hears of it, and what happens to a process that is killed.',
      },
      {
        name: 'processes',
        says: 'API_PROCESSES: who listens, who delivers, how one process is replaced, and what they share.',
      },
      { name: 'upgrading', says: 'Migrations while it serves, which versions may run side by side, and the way back.' },
      {
        name: 'backup',
        says: 'Copy while it runs, restore, take a store elsewhere, and save what can be saved of a damaged one.',
      },
      {
        name: 'retention',
        says: 'Every table and file of both stores: which setting bounds it, and when rows are removed.',
      },
      {
        name: 'postgres-cluster',
        says: 'Three machines with Patroni: what a failover costs, PgBouncer, and the settings that were tried.',
      },
      {
        name: 'reliability',
        says: 'Crashes, full disks, slow receivers, lost networks: what happens in each case, with figures.',
      },
      {
        name: 'performance',
        says: 'Requests a second and processor time by operation, measured beside the limit of the machine; how to repeat it.',
      },
      {
        name: 'scale',
        says: 'What a request and the store need, what is partitioned by what, and where each limit lies.',
      },
      {
        name: 'threat-model',
        says: 'Strangers, sellers, applications, receivers and neighbours as attackers: what each could try, what stops it, and what is not held.',
      },
    ],
  },
];
