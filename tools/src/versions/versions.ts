import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answerHelp } from '../local/help.ts';
import { workspaceRoot } from '../release/front-ends.ts';
import { exportsOf, folderOf, readJson, riseFor, sharedEntries, type Remembered } from './library.ts';

answerHelp(`npm run versions   raises the versions of libraries whose shared exports changed: minor for a new name, major for one that went
`);

// Without words it checks, with --write it raises: the share scope of the front ends goes by these versions.
const isWriting = process.argv.includes('--write');

for (const library of Object.keys(sharedEntries)) {
  const file = join(folderOf(library), 'exports.json');
  const versionNow = async () =>
    (await readJson<{ version: string }>(join(folderOf(library), 'package.json'))).version;
  const version = await versionNow();
  const exports = await exportsOf(library);
  const remembered = existsSync(file) ? await readJson<Remembered>(file) : { version, exports: {} };
  const rise = riseFor(remembered.exports, exports);
  if (!rise && remembered.version === version) continue;
  if (!isWriting) {
    process.stderr.write(
      `The exports of @fareline/${library} changed since version ${remembered.version}: run \`npm run versions\`.\n`,
    );
    process.exitCode = 1;
    continue;
  }
  // A version that was raised already, by hand or by a change that came first, is kept.
  if (rise && existsSync(file) && remembered.version === version)
    await promisify(execFile)(
      'npm',
      ['version', rise, '--workspace', `libs/${library}`, '--no-git-tag-version', '--no-workspaces-update'],
      { cwd: workspaceRoot },
    );
  const next: Remembered = { version: await versionNow(), exports };
  await writeFile(file, `${JSON.stringify(next, null, 2)}\n`);
  process.stdout.write(`@fareline/${library} is ${next.version}\n`);
}
