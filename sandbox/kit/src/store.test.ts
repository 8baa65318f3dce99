import { appendFileSync, readFileSync } from 'node:fs';

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

it('keeps the state in memory without a file', () => {
  const store = new Store();
  store.collection('things').put('a', 1);
  store.commit();
  expect(store.collection('things').get('a')).toBe(1);
  store.clear();
  expect(store.collection('things').all()).toEqual([]);
});
