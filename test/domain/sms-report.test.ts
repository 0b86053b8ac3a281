import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSmsReport, type SmsReport, smsReportUrl, withReport } from '../../src/domain/notifications/sms-report.ts';

const NOW_MS = Date.parse('2026-11-15T09:30:00.123Z');

describe('a report', () => {
  const table: [type: unknown, kind: SmsReport['kind'] | undefined][] = [
    ['1', 'delivered'],
    ['2', 'failed'],
    ['4', 'buffered'],
    ['8', 'handedOver'],
    ['16', 'rejected'],
    // Some gateways set a second bit for the reason: expired, unknown.
    ['34', 'failed'],
    ['66', 'failed'],
    ['12', 'buffered'],
    ['0', undefined],
    ['32', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['%d', undefined],
    ['', undefined],
    ['99999', undefined],
    [1, undefined],
    [undefined, undefined],
  ];
  for (const [type, kind] of table) {
    it(`of type ${JSON.stringify(type)} is ${kind}`, () => assert.equal(readSmsReport(type, '')?.kind, kind));
  }

  it("has the network's text in one line of bounded length", () => {
    const reason = (answer: unknown) => readSmsReport('2', answer)?.reason;
    assert.equal(
      reason('NACK/11/Invalid\r\nDelivered to the phone\0\u2028x'),
      'NACK/11/Invalid Delivered to the phone x',
    );
    assert.equal(reason('x'.repeat(999))?.length, 200);
    assert.equal(reason(`${'x'.repeat(199)}🧦`), `${'x'.repeat(199)}\ufffd`);
    assert.equal(reason(undefined), '');
    assert.equal(reason({}), '');
  });

  it('is requested with a URL whose placeholders the gateway fills in', () => {
    assert.equal(
      smsReportUrl('https://api.store.example/', 'dlv_1.1.abc'),
      'https://api.store.example/callbacks/v4/sms/dlv_1.1.abc?type=%d&answer=%A',
    );
  });
});

describe('the log after reports', () => {
  /** Applies these reports in order to the gateway's answer. */
  function after(...reports: [kind: SmsReport['kind'], reason?: string][]) {
    let answer = 'Accepted: 0: Accepted for delivery';
    let error: string | undefined;
    for (const [kind, reason = ''] of reports) {
      const reported = withReport(answer, { kind, reason }, NOW_MS);
      answer = reported?.answer ?? answer;
      error = reported?.error ?? error;
    }
    return { lines: answer.split('\n').slice(1), error };
  }
  const at = '2026-11-15T09:30:00.123Z';

  it('says when a message was handed over, buffered and delivered', () => {
    assert.deepEqual(after(['handedOver'], ['buffered'], ['delivered']), {
      lines: [
        `Handed to the network ${at}`,
        `Waiting in the network for the phone ${at}`,
        `Delivered to the phone ${at}`,
      ],
      error: undefined,
    });
  });

  it('says why a message was not delivered', () => {
    assert.deepEqual(after(['failed', 'absent subscriber']), {
      lines: [`Not delivered: absent subscriber, ${at}`],
      error: 'Not delivered: absent subscriber.',
    });
    assert.equal(after(['failed']).error, 'Not delivered: the network gave up.');
    assert.equal(after(['rejected']).error, 'Not delivered: the network rejected the message.');
  });

  it('has each kind once, and nothing after a final one', () => {
    assert.equal(after(['handedOver'], ['handedOver']).lines.length, 1);
    for (const final of ['delivered', 'failed', 'rejected'] as const) {
      for (const late of ['delivered', 'failed', 'rejected', 'buffered', 'handedOver'] as const) {
        assert.deepEqual(after([final], [late]), after([final]), `${late} after ${final}`);
      }
    }
  });

  it('is also written when the gateway sent no answer', () => {
    assert.equal(withReport('', { kind: 'delivered', reason: '' }, NOW_MS)?.answer, `Delivered to the phone ${at}`);
  });
});
