import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readStoredTrace, readTraceContext, readTraceState, storedTrace } from '../../src/domain/trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('traceparent (W3C Trace Context 3.2)', () => {
  const valid: Record<string, string> = {
    [`00-${TRACE}-${SPAN}-01`]: `00-${TRACE}-${SPAN}-01`,
    [`00-${TRACE}-${SPAN}-00`]: `00-${TRACE}-${SPAN}-00`,
    // Unknown flags are not passed on.
    [`00-${TRACE}-${SPAN}-ff`]: `00-${TRACE}-${SPAN}-03`,
    // A later version is read as far as it is known.
    [`cc-${TRACE}-${SPAN}-01`]: `00-${TRACE}-${SPAN}-01`,
    [`cc-${TRACE}-${SPAN}-01-what-comes-later`]: `00-${TRACE}-${SPAN}-01`,
  };
  for (const [text, passedOn] of Object.entries(valid)) {
    it(`${text} is passed on as ${passedOn}`, () => {
      assert.deepEqual(readTraceContext({ traceparent: text }), { traceparent: passedOn, isRecorded: false });
    });
  }

  const invalid = [
    ['', 'is empty'],
    [`00-${TRACE}-${SPAN}`, 'has no flags'],
    [`00-${TRACE}-${SPAN}-01-more`, 'has more than version 00 allows'],
    [`00-${TRACE}-${SPAN}-01 `, 'ends with a space'],
    [`00-${TRACE}-${SPAN}-01\n`, 'ends with a line feed'],
    [`cc-${TRACE}-${SPAN}-01.more`, 'continues without a dash'],
    [`ff-${TRACE}-${SPAN}-01`, 'has the forbidden version'],
    [`00-${'0'.repeat(32)}-${SPAN}-01`, 'has the trace id that is none'],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, 'has the span id that is none'],
    [`00-${TRACE.toUpperCase()}-${SPAN}-01`, 'has capitals'],
    [`00-${TRACE}-${SPAN}-1x`, 'has other characters'],
    [`00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`, 'was sent twice'],
  ] as const;
  for (const [text, why] of invalid) {
    it(`that ${why} counts as absent, with its tracestate`, () => {
      assert.equal(readTraceContext({ traceparent: text, tracestate: 'vendor=1' }), undefined);
    });
  }
});

describe('tracestate (W3C Trace Context 3.3)', () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['vendor=1', 'vendor=1'],
    ['a=1 , b@t=2,\t,c/d=x y', 'a=1,b@t=2,c/d=x y'],
    ['', undefined],
    ['a=1,a=2', undefined],
    ['A=1', undefined],
    ['a', undefined],
    ['a=b=c', undefined],
    ['a=\u00e9', undefined],
    ['a=1\r\nx: y', undefined],
    [Array.from({ length: 33 }, (_, n) => `k${n}=1`).join(), undefined],
    [`a=${'x'.repeat(256)}`, `a=${'x'.repeat(256)}`],
    [`a=${'x'.repeat(257)}`, undefined],
    [`a=${'x'.repeat(255)},b=${'x'.repeat(255)}`, undefined],
  ];
  for (const [text, passedOn] of rows) {
    it(`${JSON.stringify(text.slice(0, 40))} is ${passedOn === undefined ? 'dropped' : 'passed on'}`, () =>
      assert.equal(readTraceState(text), passedOn));
  }
});

describe('a stored trace', () => {
  it('is read as it was written', () => {
    const traceparent = `00-${TRACE}-${SPAN}-01`;
    for (const context of [
      { traceparent, isRecorded: true },
      { traceparent, tracestate: 'a=1,b=x y', isRecorded: false },
    ])
      assert.deepEqual(readStoredTrace(storedTrace(context)), context);
    assert.equal(storedTrace(undefined), null);
    assert.equal(readStoredTrace(null), undefined);
  });

  it('of another form counts as absent', () => {
    for (const text of ['', 'r', `x 00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`, 'r 01-what'])
      assert.equal(readStoredTrace(text), undefined, text);
  });
});
