import { readFile } from 'node:fs/promises';
import { measureTyping } from './airports/typing.ts';
import { median } from './statistics.ts';

/** Duration of one keystroke in the airport field over the whole list, from the typed text to the suggestions. */
const limitMs = 1;
const rounds = 20;
const folder = new URL('../../apps/search-mfe/src/airports/', import.meta.url);

// Imported by URL, since a benchmark measures an app's modules but is not built with them.
type RankModule = typeof import('../../apps/search-mfe/src/airports/rank-airports.ts');
type LoadModule = typeof import('../../apps/search-mfe/src/airports/load-airports.ts');
const importModule = async <T>(name: string) => (await import(new URL(name, folder).href)) as T;
const { indexAirports, rankAirports } = await importModule<RankModule>('rank-airports.ts');
const { toAirports } = await importModule<LoadModule>('load-airports.ts');
const list = await readFile(
  new URL('../../libs/contracts/src/airports/airports.json', import.meta.url),
  'utf8',
);
const airports = toAirports(JSON.parse(list) as Parameters<typeof toAirports>[0]);

const queries = [
  ...[
    'london',
    'LHR',
    'new york',
    'JFK',
    'são paulo',
    'sao paulo',
    'paris',
    'CDG',
    'san francisco',
    'los angeles',
  ],
  ...[
    'münchen',
    'frankfurt',
    'tokyo',
    'HND',
    'sydney',
    'a',
    'international airport',
    'gatwick',
    'berlin br',
    'dubai',
  ],
  ...[
    'rio de janeiro',
    'st louis',
    'london heathrow',
    'nowhere at all',
    'zzz',
    'santiago',
    'san',
    'chicago ord',
    'US',
    'i',
  ],
];
/** Each query as typed: one letter after another, then up to three letters deleted. */
const keystrokes = queries.flatMap((text) => {
  const forward = [...text].map((_, index) => text.slice(0, index + 1));
  return [...forward, ...forward.slice(0, -1).reverse().slice(0, 3)];
});

const index = indexAirports(airports);
const times: { text: string; ms: number }[] = [];
for (let round = 0; round < rounds; round += 1)
  for (const text of keystrokes) {
    const started = performance.now();
    rankAirports(index, text);
    times.push({ text, ms: performance.now() - started });
  }
// The duration of a keystroke is the median of its rounds, so that outliers of the machine do not count.
const byText = Map.groupBy(times, ({ text }) => text);
const medians = [...byText].map(([text, all]) => ({
  text,
  ms: median(all.map(({ ms }) => ms)),
}));
const sorted = medians.toSorted((a, b) => a.ms - b.ms);
const [middle, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
const longest = times.reduce((max, { ms }) => Math.max(max, ms), 0);
console.log(
  `${airports.length} entries, ${queries.length} texts, ${medians.length} different keystrokes, ${rounds} rounds`,
);
console.log(`keystroke  median ${middle?.ms.toFixed(3)} ms`);
console.log(
  `worst      "${worst?.text}" ${worst?.ms.toFixed(3)} ms; the longest of all ${times.length} ${longest.toFixed(1)} ms`,
);
if ((worst?.ms ?? Infinity) >= limitMs) process.exitCode = 1;

const formatTasks = (tasks: { duration: number }[]) =>
  [tasks.length, ...tasks.map(({ duration }) => `${duration.toFixed(0)} ms`)].join(', ');
const [full, slow] = await measureTyping([1, 4]);
for (const [name, measured] of [
  ['at full speed', full],
  ['four times slower', slow],
] as const) {
  console.log(`long tasks in the released field, processor ${name}, ${measured?.letters} keystrokes a round`);
  console.log(`list loads ${formatTasks(measured?.loading ?? [])}`);
  for (const tasks of measured?.typing ?? []) console.log(`typing     ${formatTasks(tasks)}`);
}
// Other programs can cause long tasks in a round, the page in most rounds. The slower processor is only reported.
const roundsWithLongTasks = full?.typing.filter((tasks) => tasks.length > 0) ?? [];
if (!full || roundsWithLongTasks.length * 2 > full.typing.length) process.exitCode = 1;
