import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderAtomically } from './atomic-folder.ts';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'atomic-'));
});
afterEach(() => rmSync(base, { recursive: true }));

const fillWith = (text: string) => (temporary: string) => {
  mkdirSync(temporary);
  writeFileSync(join(temporary, text), '');
};

describe('createFolderAtomically', () => {
  it('leaves neither the folder nor parts of it when filling fails', () => {
    const fail = (temporary: string) => {
      fillWith('half')(temporary);
      throw new Error('no space');
    };
    expect(() => createFolderAtomically(join(base, 'folder'), fail)).toThrow('no space');
    expect(readdirSync(base)).toEqual([]);
  });

  it('shows the folder only when it is complete, and fills it once', () => {
    const folder = join(base, 'folder');
    createFolderAtomically(folder, (temporary) => {
      fillWith('a')(temporary);
      expect(existsSync(folder)).toBe(false);
    });
    createFolderAtomically(folder, fillWith('b'));
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('keeps the folder that another process created meanwhile', () => {
    const folder = join(base, 'folder');
    createFolderAtomically(folder, (temporary) => {
      fillWith('ours')(temporary);
      fillWith('theirs')(folder);
    });
    expect(readdirSync(folder)).toEqual(['theirs']);
    expect(readdirSync(base)).toEqual(['folder']);
  });
});
