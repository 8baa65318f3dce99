import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import {
  readExports,
  getLibraryFolder,
  raiseVersion,
  readJson,
  requiredBump,
  sharedEntries,
  type StoredExports,
} from './library.ts';

const { values } = readArguments(
  `npm run versions   bumps the versions of libraries whose shared exports changed: minor for a new name, major for a removed name
`,
  { options: { write: { type: 'boolean' } } },
);

// Module federation compares these versions. Without --write the command only checks them.
const isWriting = values.write === true;

for (const library of Object.keys(sharedEntries)) {
  const file = join(getLibraryFolder(library), 'exports.json');
  const readVersion = async () =>
    (await readJson<{ version: string }>(join(getLibraryFolder(library), 'package.json'))).version;
  const version = await readVersion();
  const exports = await readExports(library);
  const stored = existsSync(file) ? await readJson<StoredExports>(file) : { version, exports: {} };
  const bump = requiredBump(stored.exports, exports);
  if (!bump && stored.version === version) continue;
  if (!isWriting) {
    process.stderr.write(
      `The exports of @fareline/${library} changed since version ${stored.version}: run \`npm run versions\`.\n`,
    );
    process.exitCode = 1;
    continue;
  }
  // A version that was already bumped since the stored exports is kept.
  if (bump && existsSync(file) && stored.version === version) await raiseVersion(`libs/${library}`, bump);
  const next: StoredExports = { version: await readVersion(), exports };
  await writeFile(file, `${JSON.stringify(next, null, 2)}\n`);
  process.stdout.write(`@fareline/${library} is ${next.version}\n`);
}
