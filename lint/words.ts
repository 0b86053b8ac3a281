/**
 * Words, names and sentences that only this project would understand, and what to write instead. The reader is an engineer who knows the
 * field and has never seen this project. `lint/word-check.ts` looks for `names` in code, and for `sentences` in comments, test titles and
 * documents; `test/guards/words.test.ts` runs it over the project.
 */
export type PrivateWord = {
  readonly pattern: RegExp;
  /** A plain word, or a sentence that shows how. */
  readonly instead: string;
  /** Text that the pattern must match: the test of the entry. */
  readonly planted: string;
};

export const names: readonly PrivateWord[] = [
  // The name of a stored member (`isAsTold` of `fee-tally.ts`) stays.
  {
    pattern:
      /\b(?:tell|tells|told|Told)[A-Z]\w*|(?<!\bisAs)(?<=[a-z])(?:Told|ToTell)\b|\bTold\b(?! \w)|#tell\b|\b(?:const|let|function) (?:tell|told)\b/,
    instead: 'publish, notify, report; ItemEvents',
    planted: 'tellFees(told)',
  },
  { pattern: /\bnewsOf\w*/, instead: 'changesOf, eventsOf', planted: 'newsOfOthers()' },
  {
    pattern: /\bforget\w*|\bforgotten[A-Z]\w*|[Rr]emembered\b/,
    instead: 'evict, drop, clear; cached',
    planted: 'cache.forget(key)',
  },
  { pattern: /\bnoteds\b/, instead: 'notedOffers', planted: 'const noteds = []' },
  { pattern: /\bstaysHome\b|STAYS_HOME/, instead: 'isLocalDemo', planted: 'if (staysHome(config))' },
  { pattern: /AgainAndAgain/, instead: 'repeat..., ...InALoop', planted: 'isAgainAndAgain' },
  { pattern: /\bhasten\w*/, instead: 'advance: advanceLanes', planted: 'hastenLanes(tx)' },
  { pattern: /\bcareFor[A-Z]\w*/, instead: 'what is done: auditSweepers', planted: 'careForAudit()' },
  // The field of the doctor's JSON stays: it was released.
  { pattern: /\.mend\b|\bmend[A-Z]\w*|\b(?:const|let) mend\b/, instead: 'fix, remedy', planted: 'finding.mend' },
  { pattern: /\b[Oo]bey\w*|Obedience/, instead: 'handle: SupervisedHandlers', planted: 'type Obedience = {}' },
  { pattern: /lastWords/, instead: 'stderrTail', planted: 'const lastWords = []' },
  { pattern: /\bdeaths?\b|[a-z]Deaths?\b/, instead: 'exits: unexpectedExits', planted: 'this.deaths += 1' },
  { pattern: /FAREWELL|[Ff]arewell/, instead: 'the name of the message: STOPPED', planted: 'const FAREWELL = 1' },
  { pattern: /[Bb]oard-?[Kk]eeper/, instead: 'board refresher', planted: 'new BoardKeeper()' },
  // The released name of a table stays.
  { pattern: /(?<!seller_)[Rr]ipple/, instead: 'seller walk', planted: 'queueRipple()' },
  { pattern: /\bownTexts?\b/, instead: 'ownOfferText', planted: 'row.ownText' },
];

export const sentences: readonly PrivateWord[] = [
  { pattern: /\bremembered\b|\bRemembers\b/, instead: 'cached, stored', planted: 'Schedules are remembered.' },
  { pattern: /\bforgotten\b|\bforgets\b/, instead: 'evicted, removed, lost', planted: 'A caller is forgotten.' },
  { pattern: /\b(?:is|are|was|were) noted\b/, instead: 'recorded', planted: 'The change is noted.' },
  { pattern: /\bwritten down\b/, instead: 'stored', planted: 'It is written down.' },
  { pattern: /\banew\b/, instead: 'again; rebuilt, restarted, reconnects', planted: 'The board is made anew.' },
  { pattern: /(?<!["`])\b[Mm]end(?:s|ed|ing)?\b(?!["`])/, instead: 'fix', planted: 'How to mend it.' },
  { pattern: /\b[Bb]oard keeper\b/, instead: 'board refresher', planted: 'The board keeper runs.' },
  { pattern: /(?<!seller_)\b[Rr]ipples?\b/, instead: 'seller change propagation', planted: 'A ripple runs.' },
  { pattern: /\bin step\b(?! \d)/, instead: 'request batching; at the same rate', planted: 'They run in step.' },
  {
    pattern: /\b(?:an|its|their) own texts?\b(?! about)/,
    instead: 'own-offer text',
    planted: 'A seller gets its own text.',
  },
  {
    pattern: /\b(?:this|that|each|every|its|another|full) (?:room|house|door)\b|\btakes guests\b/,
    instead: 'module, codebase, HTTP layer; slots, limit',
    planted: 'A full house takes guests in groups.',
  },
  { pattern: /\bTHE (?:RULES|MEMORY)\b/, instead: 'domain rules, store', planted: 'These are THE RULES.' },
  { pattern: /^Told\b/, instead: 'Called with, Receives', planted: 'Told of each failure.' },
  { pattern: /\bbegun on\b/, instead: 'started', planted: 'Requests are never begun on.' },
  {
    pattern: /\bOf [^.?]{1,100}\bnothing\b/,
    instead: 'a subject and a verb: "Undefined for days before observation began."',
    planted: 'Of a time that is not observed nothing is known.',
  },
  {
    pattern: /\bof (?:which|whom|what) (?:nothing|nobody)\b/,
    instead: 'without, unknown: "tabs of unknown sellers share no events"',
    planted: 'tabs of which nothing tells share no events',
  },
  {
    pattern: /^Of\b/,
    instead: 'the noun first: "The width of ..."',
    planted: 'Of the longest text beside an axis.',
  },
  {
    pattern: /\. Who (?!ships)[a-z]+ [^.?]*(?:\.|$)|^Who (?:has|joins|calls|waits|comes|rebuilds)\b[^?]*$/,
    instead: 'the noun: "Callers that join ...", "Sellers without a name are omitted."',
    planted: 'Who has no name is missing.',
  },
  {
    pattern: /\bto who\b|\bOnly who\b/,
    instead: 'the noun: "to the sender"',
    planted: 'More than this say nothing new to who sent them.',
  },
  {
    pattern: /\bWhat nobody\b/,
    instead: 'an adjective: "An uncaught error ends the process."',
    planted: 'What nobody catches ends the process.',
  },
  {
    pattern: /\bnothing that \w+ need not\b/,
    instead: '"deliveries held only by the old window are released"',
    planted: 'changed quiet hours hold back nothing that they need not',
  },
  {
    pattern: /\bthat nobody (?:says|tells|knows of)\b|\bnobody says\b/,
    instead: 'unknown, without: "Streams have no Content-Length."',
    planted: 'Of a stream nobody says the length.',
  },
];
