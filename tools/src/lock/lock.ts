import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import { type LockPackages, missingEntries } from './complete-lock.ts';

// npm run lock: to be run after npm install, where the registry does not offer every platform's builds.
const file = join(repoRoot, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: LockPackages };
const missing = missingEntries(lock.packages);
const sorted = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en'));
if (Object.keys(missing).length > 0) {
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
process.stdout.write(`${Object.keys(missing).length} entries added to package-lock.json\n`);
