import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { confirmationHtml, eventsHtml } from '../../src/delivery/mail/mail-html.ts';
import { brandColors } from '../../src/domain/brand.ts';
import { type Mail, mailMessage } from '../../src/mail/mail-message.ts';
import { badAddresses } from './bad-addresses.ts';
import { NOW_MS } from './outgoing-message.ts';

const mail = {
  from: 'a@b.example',
  to: 'c@d.example',
  id: 'e@f.example',
  dateMs: NOW_MS,
  subject: 'x',
  text: 'y',
  html: '<p>z',
};

/** The message as it is sent. */
async function composed(parts: Partial<Mail>): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message, envelope } = await transport.sendMail(mailMessage({ ...mail, ...parts }));
  assert.deepEqual(envelope, { from: parts.from ?? mail.from, to: [mail.to] });
  assert.ok(Buffer.isBuffer(message));
  return message.toString('latin1');
}

describe('a message', () => {
  const subjects: readonly [what: string, subject: string, shown?: string][] = [
    ['beyond ASCII', 'Grüße 🧦 '.repeat(30).trim()],
    ['with a header in it', 'a\r\nBcc: c@d.example\r\n\r\nbody', 'a Bcc: c@d.example  body'],
    // nodemailer takes it for an encoded word, which decodes to the same subject.
    ['with a header encoded in it', '=?utf-8?B?YQ0KQmNjOiBjQGQuZXhhbXBsZQ==?=', 'a\r\nBcc: c@d.example'],
    ['of great length', 'x y'.repeat(300)],
  ];
  for (const [what, subject, shown = subject] of subjects) {
    it(`with a subject ${what} has exactly one subject header`, async () => {
      const message = await composed({ subject });
      const read = await PostalMime.parse(message);
      assert.equal(read.subject, shown);
      const names = read.headers.map(({ key }) => key).toSorted();
      const expected = [
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ];
      assert.deepEqual(names, expected);
      for (const line of message.split('\r\n')) assert.ok(line.length <= 998, 'RFC 5322 2.1.1');
      assert.match(message, /^[\r\n\t -~]*$/, 'ASCII, whatever the servers on the way can do');
    });
  }

  it('rejects a sender or an id that could start another header or address', async () => {
    const bad = ['a@b\r\nBcc: c@d', 'a b@c', 'a@b,c@d', '<a@b>', '"a"@b', 'a@b@c', 'a', '', 'é@b', 'a@b;c', 'a(b)@c'];
    for (const one of bad) {
      assert.throws(() => mailMessage({ ...mail, from: one }), /not a plain address/, one);
      assert.throws(() => mailMessage({ ...mail, id: one }), /not a plain address/, one);
    }
    assert.match(await composed({ from: 'shop+1@localhost' }), /^From: shop\+1@localhost\r$/m);
  });

  it('rejects a recipient that is no plain address', () => {
    for (const to of badAddresses) assert.throws(() => mailMessage({ ...mail, to }), /not a plain address/, to);
  });

  it('encodes lines that are too long for mail, or that would end the message', async () => {
    const text = `${'é'.repeat(2_000)}\n.\n..\nend\n`;
    const message = await composed({ text, html: `<p>${'x'.repeat(5_000)}` });
    for (const line of message.split('\r\n')) assert.ok(line.length <= 998);
    assert.equal((await PostalMime.parse(message)).text, text);
  });

  it('is never loaded from a file or a URL, whatever the text looks like', async () => {
    const { disableFileAccess, disableUrlAccess } = mailMessage(mail);
    assert.deepEqual([disableFileAccess, disableUrlAccess], [true, true]);
    const text = { path: '/etc/hostname' } as unknown as string;
    await assert.rejects(composed({ text }), { code: 'EFILEACCESS' });
  });
});

describe('the HTML of a message', () => {
  const evil = `"'><script>alert(1)</script><img src="http://evil.example/x.png">&`;
  const url = `https://api.store.example/?${evil}`;
  const fact = [evil, evil] as const;
  const entry = {
    ...{ headline: evil, about: evil, sentences: [evil], prices: [fact, fact], facts: [fact], place: evil },
    ...{ advice: evil, adviceDetail: evil, warning: evil },
  };
  const text = {
    ...{ subject: evil, preview: evil, entries: [entry], more: '', link: { label: evil, url }, body: '', short: '' },
    push: { title: '', body: '' },
  };
  const ending = { closing: [evil], closingLink: { label: evil, url } };
  const confirmation = { subject: evil, sentences: [evil], link: { label: evil, url }, code: evil, closing: [evil] };
  const look = { brand: { name: `Acme ${evil}`, color: '#ffd400' }, colors: brandColors('#ffd400') };
  const pages = {
    'one event': eventsHtml(text, ending, look),
    'a digest': eventsHtml({ ...text, entries: [entry, entry], more: evil }, ending, look),
    'a request to confirm': confirmationHtml(
      { ...confirmation, body: '', short: '', push: { title: '', body: '' } },
      look,
    ),
  };

  for (const [what, html] of Object.entries(pages)) {
    it(`about ${what} escapes all texts`, () => {
      assert.doesNotMatch(html, /<script|<img|"'>/);
      const escaped = html.match(/&quot;&#39;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)?.length ?? 0;
      assert.ok(escaped >= 8, `${escaped}`);
    });

    it(`about ${what} loads nothing from the network`, () => {
      assert.doesNotMatch(
        html,
        /<(?:img|link|iframe|object|video|audio|script|form)\b|url\(|@import|\bsrc="|background="/,
      );
      const origins = [...html.matchAll(/href="(https?:\/\/[^/"]+)/g)].map(([, origin]) => origin);
      assert.deepEqual(origins, ['https://api.store.example', 'https://api.store.example']);
    });

    it(`about ${what} begins with the operator's mark and name, in its colour, with readable text on it`, () => {
      assert.match(html, /background-color:#ffd400;color:#0b0f19[^>]*>A<\/td>\n<td [^>]*>Acme &quot;/);
      if (html.includes('display:inline-block'))
        assert.match(html, /background-color:#ffd400;color:#0b0f19;font-size:16px/);
      assert.doesNotMatch(html, /color:#ffd400;(?!color)[^"]*">(?!A<)/);
    });

    it(`about ${what} has a language, a heading and dark colours`, () => {
      assert.match(html, /<html lang="en"/);
      assert.equal(html.match(/<h1 /g)?.length, 1);
      assert.match(html, /prefers-color-scheme: dark/);
    });
  }

  it('about one event has rows with header cells; every other table is layout', () => {
    const html = pages['one event'];
    assert.match(html, /<th [^>]*scope="row"/);
    assert.equal(html.match(/<table/g)?.length, (html.match(/<table role="presentation"/g)?.length ?? 0) + 1);
  });
});
