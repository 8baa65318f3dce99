import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { repoRoot } from '../local/paths.ts';
import { choosePictures } from './pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'chromium-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A Chromium that only tells its version. */
function createChromium(version: string): string {
  const path = join(folder, version);
  writeFileSync(path, `#!/bin/sh\necho "Chromium ${version} built on Debian"\n`, { mode: 0o755 });
  return path;
}

describe('the pictures of screens', () => {
  it('[LOOK-07] are compared in the Chromium that drew them', () => {
    const drawnBy = readFileSync(join(repoRoot, 'e2e/src/pictures/chromium.txt'), 'utf8').trim();
    const printed: string[] = [];
    const choice = choosePictures(createChromium(drawnBy), [], (line) => printed.push(line));
    expect([choice, printed]).toEqual([{ args: [], env: {} }, []]);
  });

  it('[LOOK-07] are drawn anew in a folder of its own by another one, which says so', () => {
    const printed: string[] = [];
    const { args, env } = choosePictures(createChromium('1.2.3.4'), [], (line) => printed.push(line));
    expect(args).toEqual(['--update-snapshots=all']);
    expect(env.PICTURES_FOLDER).toBe(join(repoRoot, '.data/pictures/1.2.3.4'));
    expect(printed.join('\n')).toMatch(/This one is 1\.2\.3\.4 .*\n.*not compared/);
  });
});
