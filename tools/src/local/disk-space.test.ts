import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { assertDiskSpace } from './disk-space.ts';

it('rejects a disk with too little free space', () => {
  expect(() => assertDiskSpace(tmpdir(), 1e18)).toThrow(/too little space .* 1000000000000 MB are needed/);
  expect(() => assertDiskSpace(tmpdir(), 1)).not.toThrow();
});
