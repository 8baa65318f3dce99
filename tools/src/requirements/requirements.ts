import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from '../local/help.ts';
import { repoRoot } from '../local/paths.ts';
import { readCitations } from './citations.ts';
import { readRequirements } from './list.ts';
import { report } from './report.ts';
import { compareSnapshot, snapshotSchema, takeSnapshot } from './snapshot.ts';

answerHelp(`npm run requirements                  how many of each area's requirements a test cites, and which none does
npm run requirements -- --area FORM   one area, with the tests of each
npm run requirements -- --quiet       only problems: a test that cites an unknown id, a list that differs from its snapshot
npm run requirements -- --accept      take the list as it reads now into docs/requirements.snapshot.json
`);
const { values } = parseArgs({
  options: { area: { type: 'string' }, quiet: { type: 'boolean' }, accept: { type: 'boolean' } },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);

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
const { areas, unknown } = report(list, citations);

if (values.area) showArea(values.area);
else if (!values.quiet) showAll();
for (const { id, file, line } of unknown)
  say(`${file}:${line} cites ${id}, which docs/requirements.md does not have`);
for (const difference of differences)
  say(`docs/requirements.md: ${difference}; npm run requirements -- --accept if that is intended`);
process.exitCode = unknown.length === 0 && differences.length === 0 ? 0 : 1;

function showArea(name: string): void {
  const area = list.find((one) => one.name === name);
  if (!area) return say(`There is no area ${name}; there are ${list.map((one) => one.name).join(', ')}.`);
  for (const id of area.ids) {
    const places = citations.filter((one) => one.id === id).map(({ file, line }) => `${file}:${line}`);
    say(`${id.padEnd(14)}${places.join('\n'.padEnd(15)) || '-'}`);
  }
}

function showAll(): void {
  for (const { name, cited, total, missing } of areas) {
    const rest =
      missing.length > 0 ? `  not cited: ${missing.map((id) => id.replace(`${name}-`, '')).join(' ')}` : '';
    say(`${name.padEnd(10)}${`${cited}/${total}`.padStart(8)}${rest}`);
  }
  const sum = (key: 'cited' | 'total') => areas.reduce((all, area) => all + area[key], 0);
  say(`${'all'.padEnd(10)}${`${sum('cited')}/${sum('total')}`.padStart(8)}`);
}
