import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { handleHelpOption } from '../local/help.ts';
import { repoRoot } from '../local/paths.ts';
import { readCitations } from './citations.ts';
import { readRequirements } from './list.ts';
import { createReport } from './report.ts';
import { compareSnapshot, snapshotSchema, takeSnapshot } from './snapshot.ts';

handleHelpOption(`npm run requirements                  prints how many requirements of each area tests cite, and which are not cited
npm run requirements -- --area FORM   prints the requirements of one area with the tests that cite them
npm run requirements -- --quiet       prints only problems: tests that cite unknown ids, differences between list and snapshot
npm run requirements -- --accept      writes the current list to docs/requirements.snapshot.json
`);
const { values } = parseArgs({
  options: { area: { type: 'string' }, quiet: { type: 'boolean' }, accept: { type: 'boolean' } },
});
const print = (line: string) => void process.stdout.write(`${line}\n`);

const markdown = readFileSync(join(repoRoot, 'docs/requirements.md'), 'utf8');
const snapshotFile = join(repoRoot, 'docs/requirements.snapshot.json');
if (values.accept) writeFileSync(snapshotFile, `${JSON.stringify(takeSnapshot(markdown), null, 2)}\n`);
const accepted = snapshotSchema.parse(JSON.parse(readFileSync(snapshotFile, 'utf8')));
const differences = compareSnapshot(accepted, takeSnapshot(markdown));

const list = readRequirements(markdown);
const tests = globSync(
  [
    '{apps,libs,services,sandbox}/*/src/**/*.test.{ts,tsx}',
    '{tools,bench}/src/**/*.test.ts',
    'e2e/**/*.spec.ts',
  ],
  { cwd: repoRoot, exclude: (path) => path.includes('node_modules') },
);
const citations = tests.flatMap((file) => readCitations(file, readFileSync(join(repoRoot, file), 'utf8')));
const { areas, unknown } = createReport(list, citations);

if (values.area) printArea(values.area);
else if (!values.quiet) printAreas();
for (const { id, file, line } of unknown)
  print(`${file}:${line} cites ${id}, which is not in docs/requirements.md`);
for (const difference of differences)
  print(`docs/requirements.md: ${difference}; run npm run requirements -- --accept if this is intended`);
process.exitCode = unknown.length === 0 && differences.length === 0 ? 0 : 1;

function printArea(name: string): void {
  const area = list.find((candidate) => candidate.name === name);
  if (!area)
    return print(`Unknown area ${name}; the areas are ${list.map((known) => known.name).join(', ')}.`);
  for (const id of area.ids) {
    const locations = citations
      .filter((citation) => citation.id === id)
      .map(({ file, line }) => `${file}:${line}`);
    print(`${id.padEnd(14)}${locations.join('\n'.padEnd(15)) || '-'}`);
  }
}

function printAreas(): void {
  for (const { name, cited, total, missing } of areas) {
    const rest =
      missing.length > 0 ? `  not cited: ${missing.map((id) => id.replace(`${name}-`, '')).join(' ')}` : '';
    print(`${name.padEnd(10)}${`${cited}/${total}`.padStart(8)}${rest}`);
  }
  const sum = (key: 'cited' | 'total') => areas.reduce((all, area) => all + area[key], 0);
  print(`${'all'.padEnd(10)}${`${sum('cited')}/${sum('total')}`.padStart(8)}`);
}
