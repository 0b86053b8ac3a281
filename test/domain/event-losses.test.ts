import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventsHtml } from '../../src/delivery/mail/mail-html.ts';
import { brandColors } from '../../src/domain/brand.ts';
import { boxEvent, eventOf, eventText, holder, mine, NAMES, usd } from './event-samples.ts';

const URL_OF_PAGE = 'https://api.store.example/m/AbCd-_0123456789';
const net = (own: number, winning: number) => ({
  NetAtOwnPrice: { Net: usd(own) },
  NetAtWinningPrice: { Net: usd(winning) },
});
const textOf = (payload: object) => eventText(eventOf('BUY_BOX_CHANGED', payload), { names: NAMES, url: URL_OF_PAGE });
const lostWith = (own: number, winning: number) =>
  boxEvent('LOST', holder('A2OTHER', 4.49), holder('A1DEMOSELLER', 5), mine(5, 4.49, net(own, winning)));
const THEN = 'At that price each sale would lose 0.45 USD after fees.';
const NOW = 'At your present price each sale loses 0.02 USD after fees.';

describe('a message about a price that loses money', () => {
  const rows: [title: string, payload: object, advice: string, detail: string, warning: string][] = [
    [
      'the price that wins loses',
      lostWith(0.1, -0.45),
      'Lower your price to 4.49 USD or less to get it back.',
      '',
      THEN,
    ],
    [
      'both prices lose',
      lostWith(-0.02, -0.45),
      'Lower your price to 4.49 USD or less to get it back.',
      '',
      'At that price each sale would lose 0.45 USD after fees, now 0.02 USD.',
    ],
    [
      'the own price loses, and no price wins',
      boxEvent('LOST', holder('A2OTHER', 1), holder('A1DEMOSELLER', 5), {
        ...mine(5, undefined, net(-0.02, 0)),
        WinningPrice: { resultStatus: 'NO_WINNING_PRICE' },
      }),
      'No price of yours would win it now.',
      '',
      NOW,
    ],
    [
      'the holder loses with each sale',
      boxEvent('WON', holder('A1DEMOSELLER', 5), holder('A2OTHER', 6), {
        ...mine(5, undefined, net(-0.02, 0)),
        IsBuyBoxWinner: true,
      }),
      'Check your price.',
      '',
      NOW,
    ],
    [
      'a net of zero loses nothing',
      lostWith(0.1, 0),
      'Lower your price to 4.49 USD or less to get it back.',
      'Your net would be 0.00 USD after fees.',
      '',
    ],
  ];
  for (const [title, payload, advice, detail, warning] of rows)
    it(`says so: ${title}`, () => {
      const { entries, body, short, push, preview } = textOf(payload);
      const [entry] = entries;
      assert.deepEqual([entry?.advice, entry?.adviceDetail, entry?.warning], [advice, detail, warning]);
      assert.equal(body.includes(`Loses money: ${warning}`), warning !== '');
      for (const text of [short, push.body, preview]) assert.ok(text.includes(`${advice} ${warning}`.trim()), text);
    });

  it('has the loss among its facts', () => {
    assert.deepEqual(
      textOf(lostWith(0.1, -0.45)).entries[0]?.facts.find(([label]) => label.startsWith('Net')),
      ['Net at that price, after fees', 'a loss of 0.45 USD'],
    );
  });

  it('marks it in words and colour in an e-mail, also in a digest and in the dark', () => {
    const look = { brand: { name: 'Store', color: '#335577' }, colors: brandColors('#335577') };
    const text = textOf(lostWith(0.1, -0.45));
    const htmlOf = (entries: typeof text.entries) => eventsHtml({ ...text, entries }, { closing: [] }, look);
    for (const html of [htmlOf(text.entries), htmlOf([...text.entries, ...text.entries])])
      assert.match(html, /<p class="loss" [^>]*color:#b3261e[^>]*><strong>Loses money:<\/strong> At that price each/);
    assert.match(htmlOf(text.entries), /\.loss \{ color: #ff9b94 !important; \}/);
    assert.doesNotMatch(eventsHtml(textOf(lostWith(1, 0.5)), { closing: [] }, look), /Loses money/);
  });
});

describe('amounts in messages', () => {
  it('are written in English, with groups of thousands', () => {
    const dear = boxEvent('LOST', holder('A2OTHER', 1234.5), holder('A1DEMOSELLER', 12345.6), mine(12345.6, 1234.5));
    assert.match(textOf(dear).body, /has it now for 1,234\.50 USD; you ask 12,345\.60 USD\./);
  });
});
