import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mailboxOf } from '../../src/domain/notifications/addresses/email-address.ts';
import { confirmationText, plainCode } from '../../src/domain/notifications/texts/confirmation-text.ts';
import { senderNames } from '../../src/domain/notifications/texts/sender-names.ts';
import { fit, isGsm7, partsOf } from '../../src/domain/notifications/texts/sms-text.ts';

const url = `https://api.store.example/confirmations/v4/links/ch_${'0'.repeat(36)}.${'x'.repeat(22)}`;
const expiresMs = Date.parse('2026-11-16T09:30:00Z');
const names = { seller: 'Demo Seller', marketplace: 'Store US', operator: 'Store Inc.' };
const textFor = (others: object = {}) => confirmationText({ url, code: '482913', expiresMs, names, ...others });

describe('the confirmation text', () => {
  it('names who asks, the way to agree or to stop, the code in two groups, the deadline and the operator', () => {
    const text = textFor();
    assert.equal(text.subject, 'Confirm notifications from Store US');
    assert.equal(
      text.body,
      `The seller "Demo Seller" asked Store US to send notifications about offers, prices and fees to this address.
They are sent only after you agree.

Confirm or stop:
${url}

Code: 482 913

The link and the code work until 16 Nov 2026, 09:30 UTC. The link leads to a page where you can agree, or stop all such messages to this address. If you cannot open it, give the seller the code.
If you did not expect this, ignore it: no notifications will come.
Sent by Store Inc., the operator of Store US.
`,
    );
    assert.equal(
      text.short,
      `482 913 is your code for Store US notifications of seller Demo Seller to this number, until 16 Nov 2026, 09:30 UTC. Confirm or stop: ${url}`,
    );
    assert.equal(partsOf(text.short), 2);
  });

  it('has its whole link in an SMS, however long the names are and whatever their alphabet', () => {
    const alphabets = ['x', 'é', 'ż', '店', '🧦'].map((letter) => letter.repeat(60));
    for (const one of alphabets) {
      const { short } = textFor({ names: { seller: one, marketplace: one, operator: one } });
      assert.ok(isGsm7(short), short);
      assert.ok(fit(short, 3).endsWith(url), short);
    }
  });

  it('is complete without names', () => {
    const { body, short } = textFor({ names: { seller: 'A9STRANGER' } });
    assert.match(body, /^The seller "A9STRANGER" asked the marketplace to send/);
    assert.doesNotMatch(body + short, /undefined/);
  });
});

describe('the names in it', () => {
  const marketplaces = [
    { name: 'Store Canada', isDefault: false },
    { name: 'Store US', isDefault: true },
  ];
  const sellerNamed = (name?: string) =>
    senderNames({ sellerId: 'A1', seller: name === undefined ? undefined : { name }, marketplaces }).seller;

  it('are those of the default marketplace, the operator and the seller', () => {
    const facts = { sellerId: 'A1', seller: { name: 'Demo Seller' }, marketplaces, operatorName: 'Store Inc.' };
    assert.deepEqual(senderNames(facts), { seller: 'Demo Seller', marketplace: 'Store US', operator: 'Store Inc.' });
    assert.deepEqual(senderNames({ sellerId: 'A1', seller: undefined, marketplaces: [] }), { seller: 'A1' });
  });

  it("are the seller's id instead of a name that could carry a message of the seller", () => {
    for (const name of [
      undefined,
      '',
      ' \n ',
      'Win at https://evil.example/x',
      'evil.example',
      'www.evil',
      'mail me@evil',
      'x'.repeat(61),
    ])
      assert.equal(sellerNamed(name), 'A1', name ?? 'no name');
    assert.equal(sellerNamed('Demo\nSeller\u202e "Inc".'), 'Demo Seller Inc.');
  });
});

it('a typed code counts with and without the space', () => {
  for (const typed of ['482913', '482 913', ' 482-913 ', '482\u00a0913']) assert.equal(plainCode(typed), '482913');
});

it('variants of an address that reach one mailbox are counted as one', () => {
  const one = ['Jo.Doe+a@Gmail.com', 'jodoe@googlemail.com', 'jo.doe@gmail.com'].map(mailboxOf);
  assert.deepEqual([...new Set(one)], ['jodoe@gmail.com']);
  assert.equal(mailboxOf('Jo.Doe+tag@elsewhere.example'), 'jo.doe@elsewhere.example');
  assert.equal(mailboxOf('+tag@elsewhere.example'), '+tag@elsewhere.example');
  assert.equal(mailboxOf('+15035550199'), '+15035550199');
});
