import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '@fareline/service-kit/command-line';
import { checkOffer, checkSeatMaps } from './recordings/check-recording.ts';
import type { WireOffer, WireSeatMap } from './recordings/wire.ts';

/** Counts what was found in the files, with the differences by text. */
interface Report {
  offers: number;
  seatMaps: number;
  differences: Map<string, number>;
}

function record(report: Report, file: string, differences: readonly string[]): void {
  for (const difference of differences) {
    const line = `${file}: ${difference}`;
    report.differences.set(line, (report.differences.get(line) ?? 0) + 1);
  }
}

/** Finds offers and seat maps at any depth of an answer. */
function visit(report: Report, file: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { id, slices, cabins, expires_at } = value as { [key: string]: unknown };
  if (Array.isArray(slices) && typeof expires_at === 'string' && String(id).startsWith('off_')) {
    report.offers += 1;
    record(report, file, checkOffer(value as WireOffer));
  } else if (Array.isArray(cabins)) {
    report.seatMaps += 1;
    record(report, file, checkSeatMaps([value as WireSeatMap]));
  } else for (const part of Object.values(value)) visit(report, file, part);
}

const { positionals } = readArguments(
  `npm run recordings -- <folder>   maps recorded answers of Duffel (*.json) and prints what comes out otherwise than recorded

  Exits with 1 if there are differences, or neither an offer nor a seat map.
`,
  { allowPositionals: true },
);
const [folder] = positionals;
if (!folder) throw new Error('Name the folder of the recorded answers.');
const report: Report = { offers: 0, seatMaps: 0, differences: new Map() };
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);
for (const file of files) visit(report, file, JSON.parse(readFileSync(join(folder, file), 'utf8')));
for (const [line, count] of report.differences) console.log(`${count} × ${line}`);
console.log(`${report.offers} offers, ${report.seatMaps} seat maps, ${report.differences.size} differences`);
if (report.differences.size > 0 || report.offers + report.seatMaps === 0) process.exitCode = 1;
