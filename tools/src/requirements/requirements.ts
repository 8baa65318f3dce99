import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { repoRoot } from '../local/paths.ts';
import { readCitations } from './citations.ts';
import { readRequirements } from './list.ts';
import { createReport } from './report.ts';

const { values } = readArguments(
  `npm run requirements                  prints how many requirements of each area tests cite, and lists those that no test cites
npm run requirements -- --area FORM   prints the requirements of one area with the tests that cite them
npm run requirements -- --quiet       prints only tests that cite unknown ids
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
const { areas, unknown } = createReport(list, citations);

if (values.area) printArea(values.area);
else if (!values.quiet) printAreas();
for (const { id, file, line } of unknown)
  print(`${file}:${line} cites ${id}, which is not in docs/requirements.md`);
process.exitCode = unknown.length === 0 ? 0 : 1;

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
  for (const { name, total, missing } of areas) {
    const ids = missing.map((id) => id.replace(`${name}-`, '')).join(' ');
    print(`${name.padEnd(10)}${total - missing.length} of ${total} cited${ids && `, not cited: ${ids}`}`);
  }
}
