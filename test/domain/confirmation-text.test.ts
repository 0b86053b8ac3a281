import assert from 'node:assert/strict';
import { it } from 'node:test';
import { confirmationText } from '../../src/domain/notifications/confirmation-text.ts';

it('the confirmation text names the sender, the way to agree, the deadline and how to decline', () => {
  const url = 'https://api.store.example/notifications/v4/confirm/abc';
  const text = confirmationText({ url, code: '482913', expiresMs: Date.parse('2026-11-16T09:30:00Z') });
  assert.equal(text.subject, 'Confirm notifications to this address');
  assert.equal(
    text.body,
    `The seller service of a marketplace was asked, with a seller's account, to send notifications to this address.
They are sent only after you confirm.

Confirm this address:
${url}

The link works until 16 Nov 2026, 09:30 UTC. If you cannot open it, give the seller this code instead: 482913
If you did not expect this, ignore it: no notifications will come.
`,
  );
  assert.equal(
    text.short,
    'Code to confirm marketplace notifications to this number: 482913. Valid until 16 Nov 2026, 09:30 UTC. Not expected? Ignore this.',
  );
  assert.ok(text.short.length <= 160);
});
