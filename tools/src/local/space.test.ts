import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { assertSpace } from './space.ts';

it('a full disk is told before it breaks anything', () => {
  expect(() => assertSpace(tmpdir(), 1e18)).toThrow(/too little space .* 1000000000000 MB are needed/);
  expect(() => assertSpace(tmpdir(), 1)).not.toThrow();
});
