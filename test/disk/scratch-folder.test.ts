import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scratchFolder } from '../../src/disk/scratch-folder.ts';

describe('the folder of processes that share a database', () => {
  const folder = (url: string, name = 'reports') => scratchFolder(name, url);

  it('is another one for each database and kind of work: who sweeps it knows the files of its own', () => {
    const folders = [
      folder('postgres://me:one@db.example:5432/market'),
      folder('postgres://me:one@db.example:5432/market', 'imports'),
      folder('postgres://me:one@db.example:5432/trial'),
      folder('postgres://me:one@db.example:5433/market'),
    ];
    assert.equal(new Set(folders).size, folders.length);
  });

  it('is the same for all of its processes, whatever they sign in with', () => {
    const own = folder('postgres://me:one@db.example:5432/market');
    assert.equal(folder('postgres://you:two@db.example:5432/market?sslmode=require'), own);
    assert.match(own, /seller-service-reports-[0-9a-f]{12}$/);
  });
});
