import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { getDataFolder, repoRoot } from '../local/paths.ts';
import { readCitations } from './citations.ts';
import { readRequirements } from './list.ts';
import { readProof } from './proof.ts';
import { createReport } from './report.ts';
import { compareSnapshot, snapshotSchema, takeSnapshot } from './snapshot.ts';

const { values } = readArguments(
  `npm run requirements                  prints how many requirements of each area tests cite, exercise and prove, and lists those
                                      that are not cited or whose code can be changed unnoticed (see docs/decisions/tests.md)
npm run requirements -- --area FORM   prints the requirements of one area with the tests that cite them
npm run requirements -- --quiet       prints only problems: tests that cite unknown ids or prove nothing, differences between list
                                      and snapshot
npm run requirements -- --accept      writes the current list to docs/requirements.snapshot.json
`,
  {
    options: { area: { type: 'string' }, quiet: { type: 'boolean' }, accept: { type: 'boolean' } },
  },
);
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
const proof = readProof(join(getDataFolder(), 'mutation'));
const { areas, unknown, unexercised, survivors } = createReport(list, citations, proof);

if (values.area) printArea(values.area);
else if (!values.quiet) printAreas();
for (const { id, file, line } of unknown)
  print(`${file}:${line} cites ${id}, which is not in docs/requirements.md`);
for (const { id, file, line, problem } of unexercised) print(`${file}:${line} cites ${id} but ${problem}`);
for (const difference of differences)
  print(`docs/requirements.md: ${difference}; run npm run requirements -- --accept if this is intended`);
process.exitCode = unknown.length + unexercised.length + differences.length === 0 ? 0 : 1;

function printArea(name: string): void {
  const area = list.find((candidate) => candidate.name === name);
  if (!area)
    return print(`Unknown area ${name}; the areas are ${list.map((known) => known.name).join(', ')}.`);
  for (const id of area.ids) {
    const locations = citations
      .filter((citation) => citation.id === id)
      .map(({ file, line }) => `${file}:${line}`);
    print(`${id.padEnd(14)}${locations.join('\n'.padEnd(15)) || '-'}`);
    const { places = [] } = survivors.find((survivor) => survivor.id === id) ?? {};
    if (places.length > 0) print(`${''.padEnd(14)}changed unnoticed: ${places.join(', ')}`);
  }
}

function printAreas(): void {
  const columns = ['total', 'cited', 'exercised', ...(proof ? (['proven'] as const) : [])] as const;
  const printRow = (name: string, cells: (string | number)[]) =>
    print(`${name.padEnd(10)}${cells.map((cell) => String(cell).padStart(11)).join('')}`);
  printRow('', [...columns]);
  for (const area of areas)
    printRow(
      area.name,
      columns.map((column) => area[column]),
    );
  printRow(
    'all',
    columns.map((column) => areas.reduce((sum, area) => sum + area[column], 0)),
  );

  print('\nNot cited:');
  for (const { name, missing } of areas.filter((area) => area.missing.length > 0))
    print(`${name.padEnd(10)}${missing.map((id) => id.replace(`${name}-`, '')).join(' ')}`);
  if (!proof) return print('\nRun npm run mutation -- <part> to see which requirements are proven.');
  print('\nWith code that can be changed without a failing test:');
  for (const { id, places } of survivors)
    print(`${id.padEnd(14)}${String(places.length).padStart(4)}  ${places.slice(0, 2).join(', ')}`);
}
