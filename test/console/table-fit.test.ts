// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitColumns } from '../../console/components/table-fit.ts';

const columns = [
  { id: 'name', rem: 0 },
  { id: 'state', rem: 8 },
  { id: 'price', rem: 7, importance: 2 },
  { id: 'wins', rem: 7, importance: 1 },
  { id: 'offers', rem: 4, isOptional: true },
  { id: 'history', rem: 9, isOptional: true },
];

const at = (room: number, these = columns) => {
  const { beside, under } = fitColumns(these, room);
  return [[...beside].sort().join(' '), [...under].join(' ')];
};

describe('the columns of a table', () => {
  it('stand beside the name while it keeps 12 rem and the space around it; optional ones go first, from the right', () => {
    assert.deepEqual(at(49), ['history offers price state wins', '']);
    assert.deepEqual(at(48.9), ['offers price state wins', '']);
    assert.deepEqual(at(39.9), ['price state wins', '']);
  });

  it('move under the name by importance when they are not optional', () => {
    assert.deepEqual(at(35.9), ['price wins', 'state']);
  });

  it('stand all under the name where only one would fit beside it', () => {
    assert.deepEqual(at(27.9), ['', 'state price wins']);
    assert.deepEqual(at(10), ['', 'state price wins']);
  });

  it('a small table keeps its only other column', () => {
    assert.deepEqual(at(21, columns.slice(0, 1).concat({ id: 'price', rem: 7 })), ['price', '']);
  });
});
