import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';

const folder = join(repoRoot, 'e2e/src/pictures');
const versionFile = join(folder, 'chromium.txt');

/** "156.0.8078.114" */
const readVersion = (chromium: string): string =>
  /\d[\d.]*/.exec(spawnSync(chromium, ['--version'], { encoding: 'utf8' }).stdout)?.[0] ?? 'unknown';

/**
 * The options of playwright test and the environment for the pictures of screens. They are compared in the Chromium that drew them,
 * because another one draws letters differently: it draws its own, which says nothing about the screens. When they are updated, its
 * version is stored beside them. (LOOK-07)
 */
export function choosePictures(
  chromium: string,
  args: readonly string[],
  print: (line: string) => void,
): { args: string[]; env: Record<string, string> } {
  const version = readVersion(chromium);
  if (args.some((arg) => arg.startsWith('--update-snapshots'))) {
    writeFileSync(versionFile, `${version}\n`);
    return { args: [], env: {} };
  }
  const drawnBy = readFileSync(versionFile, 'utf8').trim();
  if (version === drawnBy) return { args: [], env: {} };
  const own = join('.data/pictures', version);
  print(`  Pictures were drawn by Chromium ${drawnBy}. This one is ${version} and draws its own, in ${own}:`);
  print('  they are not compared.');
  return { args: ['--update-snapshots=all'], env: { PICTURES_FOLDER: join(repoRoot, own) } };
}
