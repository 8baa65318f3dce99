import { median } from '../statistics.ts';
import type { Path, Visit } from './visits.ts';

export type Side = 'released' | 'bundle';
export type Visits = Record<Side, Record<Path, Visit[]>>;

type Figure = 'lcpMs' | 'bytes' | 'scriptBytes' | 'searchMs';
interface Row {
  name: string;
  path: Path;
  figure: Figure;
  /** Maximum ratio to the bundle; a row without one is only printed. */
  maxRatio?: number;
}

const rows: Row[] = [
  { name: '/        largest contentful paint, ms', path: '/', figure: 'lcpMs', maxRatio: 0.6 },
  { name: '/search  largest contentful paint, ms', path: '/search', figure: 'lcpMs', maxRatio: 1.1 },
  // size-limit checks these bytes: most of the difference is the federation runtime, which one bundle does not need.
  { name: '/        bytes of HTML, scripts, styles', path: '/', figure: 'bytes' },
  { name: '/search  bytes of HTML, scripts, styles', path: '/search', figure: 'bytes', maxRatio: 1.25 },
  { name: '/        bytes of scripts', path: '/', figure: 'scriptBytes' },
  { name: '/search  bytes of scripts', path: '/search', figure: 'scriptBytes' },
  // Has to be faster by more than the measurement error.
  { name: '/ idle, then a search: first content, ms', path: '/', figure: 'searchMs', maxRatio: 0.95 },
];

const printRow = (name: string, released: string, bundle: string, rest: string) =>
  console.log(`${name.padEnd(46)}${released.padStart(10)}${bundle.padStart(10)}   ${rest}`);

/** Prints the medians of both sides and their ratios. Returns false when a ratio exceeds its maximum. */
export function printReport(visits: Visits): boolean {
  let isWithinBounds = true;
  printRow(`medians of ${visits.released['/'].length} rounds`, 'released', 'bundle', 'ratio');
  for (const { name, path, figure, maxRatio: most } of rows) {
    const getMedian = (side: Side) => median(visits[side][path].map((one) => one[figure]));
    const ratio = getMedian('released') / getMedian('bundle');
    const isExceeded = most !== undefined && ratio > most;
    const bound = most === undefined ? '' : ` (at most ${most})${isExceeded ? ' EXCEEDED' : ''}`;
    const [released, bundle] = [getMedian('released').toFixed(0), getMedian('bundle').toFixed(0)];
    printRow(name, released, bundle, ratio.toFixed(3) + bound);
    if (isExceeded) isWithinBounds = false;
  }
  return isWithinBounds;
}

/** Prints the counted files with their bytes. */
export function listFiles(visits: Visits): void {
  for (const [side, visitsByPath] of Object.entries(visits))
    for (const [path, pathVisits] of Object.entries(visitsByPath)) {
      console.log(`\n${side} ${path}`);
      for (const { path: file, bytes } of pathVisits.at(-1)?.counted ?? [])
        console.log(String(bytes).padStart(8), file);
    }
}
