import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { expect, it } from 'vitest';

import { Store } from './store.ts';
import { createStateFilePath } from './testing/index.ts';

function readRecords(path: string): unknown[] {
  const store = new Store(path);
  const records = store.collection('things').all();
  store.close();
  return records;
}

it('keeps committed changes in the order of creation, and no others', () => {
  const path = createStateFilePath();
  const store = new Store(path);
  const things = store.collection<string>('things');
  things.put('a', 'first');
  things.put('b', 'second');
  things.put('c', 'removed');
  store.commit();
  things.put('a', 'changed');
  things.remove('c');
  store.commit();
  things.put('d', 'not committed');
  expect(things.all()).toEqual(['changed', 'second', 'not committed']);
  store.close();
  expect(readRecords(path)).toEqual(['changed', 'second']);
});

it('ignores an incomplete last line and keeps what is written after it', () => {
  const path = createStateFilePath();
  const first = new Store(path);
  first.collection('things').put('a', 'kept');
  first.commit();
  first.close();
  appendFileSync(path, '[["things","b",');
  const second = new Store(path);
  expect(second.collection('things').all()).toEqual(['kept']);
  second.collection('things').put('c', 'written after it');
  second.commit();
  second.close();
  expect(readRecords(path)).toEqual(['kept', 'written after it']);
});

it('replaces the journal by the current state when it is opened', () => {
  const path = createStateFilePath();
  const store = new Store(path);
  for (const value of ['one', 'two', 'three']) {
    store.collection('things').put('a', value);
    store.commit();
  }
  store.close();
  expect(readRecords(path)).toEqual(['three']);
  expect(readFileSync(path, 'utf8')).toBe('[["things","a","three"]]\n');
});

it('keeps the journal, also an earlier one, out of the reach of other users', () => {
  const path = createStateFilePath();
  const getMode = (file: string) => (statSync(file).mode & 0o777).toString(8);
  new Store(path).close();
  expect([getMode(dirname(path)), getMode(path)]).toEqual(['700', '600']);
  for (const file of [path, `${path}.new`]) writeFileSync(file, '', { mode: 0o644 });
  new Store(path).close();
  expect(getMode(path)).toBe('600');
});

it('keeps the state in memory without a file', () => {
  const store = new Store();
  store.collection('things').put('a', 1);
  store.commit();
  expect(store.collection('things').get('a')).toBe(1);
  store.clear();
  expect(store.collection('things').all()).toEqual([]);
});
