import { describe, expect, it } from 'vitest';
import {
  type CommandResult,
  findCommandProblem,
  parseCommands,
  type CommandEnvironment,
} from './document-commands.ts';

const help: CommandResult = { code: 0, output: 'npm run release -- search --rollback' };
const environment: CommandEnvironment = {
  scripts: ['start', 'release', 'test:e2e', 'silent', 'broken'],
  exists: (path) => path === 'services/flights' || path === 'bench/src/overload.ts',
  runScript: async (name, args) => {
    if (name === 'silent') return { code: 0, output: '' };
    if (name === 'broken') return { code: 1, output: 'stack\nno such option' };
    if (args.includes('no-test')) return { code: 1, output: 'Error: No tests found' };
    return help;
  },
  runProgram: async (name) => (name === 'vitest' ? help : { code: 127, output: 'not found' }),
};
const findProblems = (markdown: string) =>
  Promise.all(parseCommands(markdown).map((command) => findCommandProblem(command, environment)));

describe('commands in a document', () => {
  it('are npm, npx and node commands in code blocks and code spans, without comments and placeholders', () => {
    const markdown = [
      'Prose may say npm run nothing.',
      '    PORT=3100 npm start -- --flights 3   # three replicas',
      '| `npm run admin:create -- <user name> <email>` | `DATABASE_URL` |',
      '```sh',
      'npx vitest services/flights && npm exec -- node bench/src/overload.ts',
      '```',
    ].join('\n');
    expect(parseCommands(markdown)).toMatchObject([
      { line: 2, kind: 'script', name: 'start', options: ['--flights'], args: ['3'] },
      { line: 3, kind: 'script', name: 'admin:create', options: [], args: [] },
      { line: 5, kind: 'program', name: 'vitest', args: ['services/flights'] },
      { line: 5, kind: 'file', name: 'bench/src/overload.ts' },
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
    ['`npm run release search --rollback`', 'npm takes --rollback as its own option'],
    ['`npm run test:e2e -- no-test`', 'npm run test:e2e -- no-test does not work: Error: No tests found'],
  ])('%s are reported: %s', async (markdown, problem) => {
    expect(await findProblems(markdown)).toEqual([problem]);
  });
});
