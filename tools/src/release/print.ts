import { stripVTControlCharacters } from 'node:util';
import type { Audience } from '@fareline/contracts';
import { listRecords } from '@fareline/releases/record';
import { findEntry, readReleaseTable } from '@fareline/releases/release-table';
import type { ReleaseStorage } from '@fareline/releases/storage';

/** Texts of others, such as records of a team and errors of a page, cannot control the terminal. */
const toPlain = (text: string): string => stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]/gu, '');

export const print = (line: string) => void process.stdout.write(`${toPlain(line)}\n`);
export const printFailure = (line: string) => void process.stderr.write(`${toPlain(line)}\n`);

const describeAudience = ({ brands, percent }: Audience): string =>
  [...(percent ? [`${percent} % of visitors`] : []), ...(brands ? [`brand ${brands.join(', ')}`] : [])].join(
    ' of ',
  ) || 'its preview link';

/** Prints the current versions and candidates of all front ends. */
export async function printReleases(storage: ReleaseStorage): Promise<void> {
  const entries = Object.entries(await readReleaseTable(storage));
  if (entries.length === 0) print(`There are no releases in ${storage.location}.`);
  for (const [name, { version, previous, candidate }] of entries) {
    const trial = candidate && `candidate: ${candidate.version} for ${describeAudience(candidate.audience)}`;
    const older = previous.length > 0 ? `previous: ${previous.slice(0, 3).join(', ')}` : undefined;
    print([name.padEnd(10), version, trial, older].filter(Boolean).join('   '));
  }
}

/** Prints the versions of a front end, which can be current again, and what happened to them. */
export async function printHistory(storage: ReleaseStorage, name: string): Promise<void> {
  const entry = findEntry(await readReleaseTable(storage), name)!;
  print(`${name}: versions`);
  for (const { version, commit, by, at } of await listRecords(storage, name, printFailure)) {
    const state =
      version === entry.version ? 'current' : version === entry.candidate?.version ? 'candidate' : '';
    print(`  ${version.padEnd(16)} ${at}  ${commit.padEnd(14)} ${by}  ${state}`.trimEnd());
  }
  print(`${name}: events`);
  for (const { version, from, action, at, by, team, reason } of entry.history)
    print(
      `  ${at}  ${action.padEnd(11)} ${version.padEnd(16)} ${from ? `from ${from}  ` : ''}${by}${team ? ` (${team})` : ''}${reason ? `: ${reason}` : ''}`,
    );
}
