import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fault } from '../../../src/domain/fault.ts';
import { readAuditToken, writeAuditToken } from '../../../src/http/routes/audit/audit-token.ts';
import { readNextToken, writeNextToken } from '../../../src/http/routes/notifications/next-token.ts';
import { type PagedList, readPageToken, writePageToken } from '../../../src/http/routes/page-token.ts';

const identity = (position: string) => position;

describe('a page token', () => {
  for (const checksum of ['first', 'last'] as const) {
    const list: PagedList = { scope: 'a list', checksum };

    it(`leads back to its place (checksum ${checksum})`, () => {
      for (const position of ['', '1', '1.2', '.', '["é","😀"]', '\ufeff', 'x'.repeat(500)])
        assert.equal(readPageToken(list, writePageToken(list, position), identity), position);
    });

    it(`is refused when it was cut, changed, written in another way or taken from another list (checksum ${checksum})`, () => {
      const token = writePageToken(list, '17.abc');
      const refused = [
        ...Array.from(token, (_, n) => token.slice(0, n)),
        ...Array.from(token, (letter, n) => token.slice(0, n) + (letter === 'A' ? 'B' : 'A') + token.slice(n + 1)),
        ...[`${token}A`, `${token}=`, ` ${token}`, `${token}\n`, '%', 'é'],
        writePageToken({ ...list, scope: 'another' }, '17.abc'),
        writePageToken({ ...list, checksum: checksum === 'first' ? 'last' : 'first' }, '17.abc'),
      ];
      for (const each of refused) assert.throws(() => readPageToken(list, each, identity), Fault, each);
    });
  }

  it('is refused when its values are none of a place, with the parameters that must be the same', () => {
    const list: PagedList = { scope: 's', checksum: 'last', sameParameters: ', with the same sort' };
    assert.throws(
      () => readPageToken(list, writePageToken(list, 'x'), () => undefined),
      (error) =>
        error instanceof Fault && (error.problems[0]?.details.endsWith('unchanged, with the same sort.') ?? false),
    );
  });

  it('keeps its form: callers hold tokens while the service is upgraded', () => {
    const delivery = { createdMs: 1_700_000_000_000, deliveryId: 'dl_1' };
    assert.equal(writeNextToken('d1', delivery), 'MTcwMDAwMDAwMDAwMC5kbF8xLnNUMU1CVnMyelVEUE13Sk4');
    assert.deepEqual(readNextToken('d1', 'MTcwMDAwMDAwMDAwMC5kbF8xLnNUMU1CVnMyelVEUE13Sk4'), delivery);
    const entry = { atMs: 1_700_000_000_000, number: 12 };
    assert.equal(writeAuditToken(entry), 'MTcwMDAwMDAwMDAwMC4xMi5FY0NGdHZ6ZWEwbFlNbHNi');
    assert.deepEqual(readAuditToken('MTcwMDAwMDAwMDAwMC4xMi5FY0NGdHZ6ZWEwbFlNbHNi'), entry);
  });
});
