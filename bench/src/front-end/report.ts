import type { Path, Visit } from './visits.ts';

export type Side = 'released' | 'bundle';
export type Visits = Record<Side, Record<Path, Visit[]>>;

type Figure = 'lcpMs' | 'bytes' | 'scriptBytes' | 'searchMs';
interface Row {
  name: string;
  path: Path;
  figure: Figure;
  /** The most times the bundle's; a row without one is told, not judged. */
  maxRatio?: number;
}

const rows: Row[] = [
  { name: '/        largest contentful paint, ms', path: '/', figure: 'lcpMs', maxRatio: 0.6 },
  { name: '/search  largest contentful paint, ms', path: '/search', figure: 'lcpMs', maxRatio: 1.1 },
  // Bounded in kB by size-limit: the federation runtime is the greater part of what one bundle does without.
  { name: '/        bytes of HTML, scripts, styles', path: '/', figure: 'bytes' },
  { name: '/search  bytes of HTML, scripts, styles', path: '/search', figure: 'bytes', maxRatio: 1.25 },
  { name: '/        bytes of scripts', path: '/', figure: 'scriptBytes' },
  { name: '/search  bytes of scripts', path: '/search', figure: 'scriptBytes' },
  // Faster, by more than such figures differ when nothing does.
  { name: '/ at rest, then a search: first content, ms', path: '/', figure: 'searchMs', maxRatio: 0.95 },
];

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity;

const printRow = (name: string, released: string, bundle: string, rest: string) =>
  console.log(`${name.padEnd(46)}${released.padStart(10)}${bundle.padStart(10)}   ${rest}`);

/** Prints both sides' medians and how they compare. False when a bound is missed. */
export function printReport(visits: Visits): boolean {
  let isWithinBounds = true;
  printRow(`medians of ${visits.released['/'].length} rounds`, 'released', 'bundle', 'ratio');
  for (const { name, path, figure, maxRatio: most } of rows) {
    const of = (side: Side) => median(visits[side][path].map((one) => one[figure]));
    const ratio = of('released') / of('bundle');
    const isMissed = most !== undefined && ratio > most;
    const bound = most === undefined ? '' : ` (at most ${most})${isMissed ? ' MISSED' : ''}`;
    const [released, bundle] = [of('released').toFixed(0), of('bundle').toFixed(0)];
    printRow(name, released, bundle, ratio.toFixed(3) + bound);
    if (isMissed) isWithinBounds = false;
  }
  return isWithinBounds;
}

/** What was counted, file by file. */
export function listFiles(visits: Visits): void {
  for (const [side, ofSide] of Object.entries(visits))
    for (const [path, ofPath] of Object.entries(ofSide)) {
      console.log(`\n${side} ${path}`);
      for (const { path: file, bytes } of ofPath.at(-1)?.counted ?? [])
        console.log(String(bytes).padStart(8), file);
    }
}
