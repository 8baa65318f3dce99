import { readArguments } from '@fareline/service-kit/command-line';
import startStores from '../testing/vitest-services.ts';

const { values, positionals } = readArguments(
  `mutation.ts <file>[:<line>-<line>] ...   changes the rules of files of a part, in place, and lists the changes that no test beside
                                         them notices: of code that runs in the process of its tests, not of markup or SQL text
mutation.ts <file> ... --test <path>     the tests of this file in place of those beside, and once more for each further one
`,
  { allowPositionals: true, options: { test: { type: 'string', multiple: true, default: [] } } },
  Infinity,
);

try {
  if (positionals.length === 0) throw new Error('Name files of one part to change. See --help.');
  const beside = positionals.map((file) => file.replace(/\.ts(:.*)?$/, '.test.*'));
  process.env.MUTATION_TESTS = (values.test.length > 0 ? values.test : beside).join();
  const stopStores = await startStores();
  try {
    // Not above: arguments are refused without the packages of mutations.
    const { Stryker } = await import('@stryker-mutator/core');
    const configFile = 'tools/src/mutation/stryker.config.json';
    await new Stryker({ configFile, mutate: positionals, concurrency: 1 }).runMutationTest();
  } finally {
    await stopStores();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
