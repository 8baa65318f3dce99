import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { readCitations } from './citations.ts';
import { createReport, readRequirements } from './list.ts';

const { values } = readArguments(
  `npm run requirements                  prints how many requirements of each area are cited in npm test, how many only in
                                      test:full, how many by no test, with their numbers, and how many are planned
npm run requirements -- --area FORM   prints the requirements of one area with the tests that cite them and their tier
npm run requirements -- --quiet       prints only tests that cite an unknown id, or one that is still marked as planned
`,
  { options: { area: { type: 'string' }, quiet: { type: 'boolean' } } },
);
const print = (line: string) => void process.stdout.write(`${line}\n`);

const list = readRequirements(readFileSync(join(repoRoot, 'docs/requirements.md'), 'utf8'));
const tests = globSync(
  [
    '{apps,libs,services,sandbox}/*/src/**/*.test.{ts,tsx}',
    '{tools,bench}/src/**/*.test.ts',
    'e2e/**/*.spec.ts',
  ],
  { cwd: repoRoot, exclude: (path) => path.includes('node_modules') },
);
const citations = tests.flatMap((file) => readCitations(file, readFileSync(join(repoRoot, file), 'utf8')));
const { unknown, stale } = createReport(list, citations);

if (values.area) printArea(values.area);
else if (!values.quiet) printAreas();
for (const { id, file, line } of unknown)
  print(`${file}:${line} cites ${id}, which is not in docs/requirements.md`);
for (const { id, file, line } of stale)
  print(`${file}:${line} cites ${id}, which docs/requirements.md still marks as planned`);
process.exitCode = unknown.length + stale.length === 0 ? 0 : 1;

function printArea(name: string): void {
  const area = list.find((candidate) => candidate.name === name);
  if (!area)
    return print(`Unknown area ${name}; the areas are ${list.map((known) => known.name).join(', ')}.`);
  for (const id of area.ids) {
    const locations = citations
      .filter((citation) => citation.id === id)
      .map(({ file, line, tier }) => `${tier.padEnd(11)}${file}:${line}`);
    const none = area.planned.includes(id) ? 'planned' : '-';
    print(`${id.padEnd(14)}${locations.join('\n'.padEnd(15)) || none}`);
  }
}

function printAreas(): void {
  const [ids, planned] = [list.flatMap((area) => area.ids), list.flatMap((area) => area.planned)];
  const { areas } = createReport([...list, { name: 'All', ids, planned }], citations);
  console.table(areas.map((area) => ({ ...area, missing: area.missing.length })));
  print(`No test cites: ${areas.at(-1)?.missing.join(', ') || 'none'}`);
}
