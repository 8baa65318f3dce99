import { spawnSync } from 'node:child_process';
import { answerHelp } from '../local/help.ts';
import { repoRoot } from '../local/paths.ts';
import { missingEntries } from './complete-lock.ts';
import { readLock, writeList, writeLock } from './files.ts';
import { integrityProblems, withoutIntegrity } from './integrity.ts';

answerHelp(`npm run lock   after npm install: adds the builds for other platforms that the registry does not offer to package-lock.json,
               without which npm ci refuses it, and lists them in tools/src/lock/without-integrity.json
`);

/** Entries of an earlier run are looked up again, so that they get their integrity from a registry that has them. */
function completeLock(): void {
  const lock = readLock();
  const kept = Object.entries(lock.packages).filter(
    ([path, entry]) => !path.includes('node_modules/') || entry.link || entry.integrity,
  );
  writeLock({ ...lock, packages: Object.fromEntries(kept) });
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
  const result = spawnSync(npm[0]!, [...npm.slice(1), ...args], { cwd: repoRoot, encoding: 'utf8' });
  if (result.status !== 0) {
    writeLock(lock);
    throw new Error(`npm could not read the registry; the lock file is as it was.\n${result.stderr}`);
  }
  const fresh = readLock();
  const packages = { ...fresh.packages, ...missingEntries(fresh.packages) };
  writeLock({ ...fresh, packages });
  const listed = withoutIntegrity(packages);
  writeList(listed);
  process.stdout.write(`${listed.length} builds for other platforms are not in the registry\n`);
  const problems = integrityProblems(packages, listed);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

try {
  completeLock();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
