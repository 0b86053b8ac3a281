// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TokenFunction } from '../../sdk/src/credentials.ts';
import { tokenSourceOf } from '../../sdk/src/tokens/token-source.ts';

const forever = new AbortController().signal;
const source = (give: TokenFunction) => tokenSourceOf(new URL('http://127.0.0.1:9'), give, fetch);

describe('a token function', () => {
  it('is asked before every request, and requests that start together share one call', async () => {
    let calls = 0;
    const tokens = source(async () => {
      calls += 1;
      const token = `token ${calls}`;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return token;
    });
    const together = Promise.all([tokens.token(forever), tokens.token(forever), tokens.token(forever)]);
    assert.deepEqual(await together, ['token 1', 'token 1', 'token 1']);
    assert.equal(await tokens.token(forever), 'token 2');
  });

  it('hears once of a rejected token, however many requests used it, and never of an old one', async () => {
    const rejections: (string | undefined)[] = [];
    const tokens = source(({ rejected }) => {
      rejections.push(rejected);
      return rejected === undefined ? `t${rejections.length}` : `t${rejections.length} after ${rejected}`;
    });
    assert.equal(await tokens.token(forever), 't1');
    const storm = Array.from({ length: 9 }, () => {
      tokens.reject('t1');
      return tokens.token(forever);
    });
    assert.deepEqual(new Set(await Promise.all(storm)), new Set(['t2 after t1']));
    tokens.reject('t1');
    assert.equal(await tokens.token(forever), 't3');
    assert.deepEqual(rejections, [undefined, 't1', undefined]);
  });

  it('is called again after a rejection, although a call that does not know of it is under way', async () => {
    const answers: ((token: string) => void)[] = [];
    const tokens = source(() => new Promise((resolve) => answers.push(resolve)));
    const first = tokens.token(forever);
    answers[0]?.('old');
    await first;
    const underWay = tokens.token(forever);
    tokens.reject('old');
    const next = tokens.token(forever);
    answers[1]?.('old');
    answers[2]?.('new');
    assert.deepEqual(await Promise.all([underWay, next]), ['old', 'new']);
  });

  it('fails for all who wait; an abort of one of them leaves the others alone', async () => {
    const failure = new Error('signed out');
    let given: AbortSignal | undefined;
    let fail: (error: Error) => void = assert.fail;
    const tokens = source(({ signal }) => {
      given = signal;
      return new Promise((_, reject) => {
        fail = reject;
      });
    });
    const controller = new AbortController();
    const [leaving, one, two] = [tokens.token(controller.signal), tokens.token(forever), tokens.token(forever)];
    controller.abort();
    await assert.rejects(leaving, { name: 'AbortError' });
    assert.equal(given?.aborted, false);
    fail(failure);
    await Promise.all([assert.rejects(one, failure), assert.rejects(two, failure)]);
    const alone = tokens.token(AbortSignal.timeout(5));
    await assert.rejects(alone, { name: 'TimeoutError' });
    assert.equal(given?.aborted, true);
  });

  it('that throws at once rejects', async () => {
    const tokens = source(() => {
      throw new RangeError('no');
    });
    await assert.rejects(tokens.token(forever), RangeError);
  });
});
