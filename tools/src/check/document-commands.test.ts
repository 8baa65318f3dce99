import { describe, expect, it } from 'vitest';
import { type Answer, commandProblem, commandsOf, type CommandWorld } from './document-commands.ts';

const help: Answer = { code: 0, output: 'npm run release -- search --back' };
const world: CommandWorld = {
  scripts: ['start', 'release', 'test:e2e', 'silent', 'broken'],
  exists: (path) => path === 'services/flights' || path === 'bench/src/filtering.ts',
  runScript: async (name, args) => {
    if (name === 'silent') return { code: 0, output: '' };
    if (name === 'broken') return { code: 1, output: 'stack\nno such option' };
    if (args.includes('no-journey')) return { code: 1, output: 'Error: No tests found' };
    return help;
  },
  runProgram: async (name) => (name === 'vitest' ? help : { code: 127, output: 'not found' }),
};
const problems = (markdown: string) =>
  Promise.all(commandsOf(markdown).map((command) => commandProblem(command, world)));

describe('commands of a document', () => {
  it('are those of npm, npx and Node in blocks and spans of code, without comments and placeholders', () => {
    const markdown = [
      'Prose may say npm run nothing.',
      '    PORT=3100 npm start -- --flights 3   # three replicas',
      '| `npm run admin:create -- <user name> <email>` | `DATABASE_URL` |',
      '```sh',
      'npx vitest services/flights && npm exec -- node bench/src/filtering.ts',
      '```',
    ].join('\n');
    expect(commandsOf(markdown)).toMatchObject([
      { line: 2, kind: 'script', name: 'start', options: ['--flights'], words: ['3'] },
      { line: 3, kind: 'script', name: 'admin:create', options: [], words: [] },
      { line: 5, kind: 'program', name: 'vitest', words: ['services/flights'] },
      { line: 5, kind: 'file', name: 'bench/src/filtering.ts' },
    ]);
  });

  it.each([
    ['`npm run nothing`', 'package.json has no script nothing'],
    ['`npx vitest services/nothing`', 'services/nothing does not exist'],
    ['`node bench/src/nothing.ts`', 'bench/src/nothing.ts does not exist'],
    ['`npx nothing`', 'nothing does not answer to --help: not found'],
    ['`npm run silent`', 'silent does not answer to --help: '],
    ['`npm run broken`', 'broken does not answer to --help: no such option'],
    ['`npm run release -- search --undo`', 'release has no option --undo'],
    ['`npm run release search --back`', 'npm keeps --back for itself'],
    [
      '`npm run test:e2e -- no-journey`',
      'npm run test:e2e -- no-journey does not work: Error: No tests found',
    ],
  ])('%s are told: %s', async (markdown, problem) => {
    expect(await problems(markdown)).toEqual([problem]);
  });

  it.each([
    '`npm start`',
    '`npm run release -- search --back`',
    '`npx vitest services/flights`',
    '`npm run test:e2e -- main-job`',
    '`npm exec -- node bench/src/filtering.ts`',
  ])('%s are right when they are there and answer', async (markdown) => {
    expect(await problems(markdown)).toEqual([undefined]);
  });
});
