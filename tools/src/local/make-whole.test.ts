import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWhole } from './make-whole.ts';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'whole-'));
});
afterEach(() => rmSync(base, { recursive: true }));

const fillWith = (text: string) => (next: string) => {
  mkdirSync(next);
  writeFileSync(join(next, text), '');
};

describe('a folder that is made as a whole', () => {
  it('is not there after its making failed, nor is a part of it', () => {
    const fail = (next: string) => {
      fillWith('half')(next);
      throw new Error('no space');
    };
    expect(() => makeWhole(join(base, 'folder'), fail)).toThrow('no space');
    expect(readdirSync(base)).toEqual([]);
  });

  it('is not seen before it is complete, and is made once', () => {
    const folder = join(base, 'folder');
    makeWhole(folder, (next) => {
      fillWith('a')(next);
      expect(existsSync(folder)).toBe(false);
    });
    makeWhole(folder, fillWith('b'));
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('may be made by another process in the meantime', () => {
    const folder = join(base, 'folder');
    makeWhole(folder, (next) => {
      fillWith('ours')(next);
      fillWith('theirs')(folder);
    });
    expect(readdirSync(folder)).toEqual(['theirs']);
    expect(readdirSync(base)).toEqual(['folder']);
  });
});
