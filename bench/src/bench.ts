import { parseArgs } from 'node:util';
import { measureCachedSearch } from './cached-search.ts';
import { measureColdSearches } from './cold-searches.ts';
import { measureFaults } from './faults.ts';
import { measureFiltering } from './filtering.ts';
import { measureFrontEnd } from './front-end.ts';
import { measureHostileClient } from './hostile-client.ts';
import { measureOverload } from './overload.ts';
import { stopAll } from './programs.ts';
import { isWithinBound, printTable, type Row } from './rows.ts';
import { measureSingleFlight } from './single-flight.ts';

const benches: Record<string, () => Promise<Row[]>> = {
  'cached-search': measureCachedSearch,
  'single-flight': measureSingleFlight,
  'cold-searches': measureColdSearches,
  overload: measureOverload,
  'hostile-client': measureHostileClient,
  'front-end': measureFrontEnd,
  filtering: measureFiltering,
  faults: measureFaults,
};

const { positionals } = parseArgs({ allowPositionals: true });
if (!positionals.every((name) => name in benches)) {
  process.stderr.write(`npm run bench -- [<name> ...]   of ${Object.keys(benches).join(', ')}\n`);
  process.exit(1);
}

const rows: (Row & { bench: string })[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(benches))
  try {
    process.stderr.write(`${name} ...\n`);
    rows.push(...(await benches[name]!()).map((row) => ({ bench: name, ...row })));
  } catch (error) {
    process.stderr.write(`${name} failed: ${String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await stopAll();
  }
printTable(rows);
if (!rows.every(isWithinBound)) process.exitCode = 1;
