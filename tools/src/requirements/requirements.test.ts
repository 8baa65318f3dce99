import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCitations } from './citations.ts';
import { readRequirements } from './list.ts';
import { readProof, toProof } from './proof.ts';
import { createReport } from './report.ts';

const markdown = `
## FORM: form

| id | requirement |
|---|---|
| FORM-01 | One. |
| FORM-02 | Two, see FORM-01. |

## API: calls

| API-01 | Three. |
`;

describe('readRequirements', () => {
  it('groups the ids by area', () => {
    expect(readRequirements(markdown)).toEqual([
      { name: 'FORM', ids: ['FORM-01', 'FORM-02'] },
      { name: 'API', ids: ['API-01'] },
    ]);
  });

  it('throws when an id occurs twice', () => {
    expect(() => readRequirements('| A-01 | x |\n| A-01 | y |')).toThrow('A-01 occurs twice');
  });
});

describe('readCitations', () => {
  const cite = (source: string) => readCitations('a.test.ts', source).map(({ id, line }) => `${id}@${line}`);

  it('reads the ids in test titles', () => {
    const source = ["it('[FORM-01] works', () => {});", 'test(', "  '[FORM-02, API-01] too',", '  f);'].join(
      '\n',
    );
    expect(cite(source)).toEqual(['FORM-01@1', 'FORM-02@3', 'API-01@3']);
  });

  it('reads titles of tests with tables and modifiers', () => {
    expect(cite("it.each([['a', 1]])('[FORM-01] %s', f); test.concurrent(`[API-01] it's`, f)")).toEqual([
      'FORM-01@1',
      'API-01@1',
    ]);
  });

  it('reads the ids in table rows that the title shows', () => {
    const table = "it.each([\n['FORM-01', 1],\n['FORM-02', 2],\n] as const)";
    expect(cite(`${table}('[API-01][%s] adds %i', f)`)).toEqual(['API-01@4', 'FORM-01@2', 'FORM-02@3']);
    expect(cite("test.each(['[FORM-01] early', '[FORM-02] late'])('%s %o', f)")).toEqual([
      'FORM-01@1',
      'FORM-02@1',
    ]);
  });

  it('ignores table rows that are not the first placeholder of the title', () => {
    const table = "it.each([['[FORM-01]', 'FORM-02']])";
    expect(cite(`${table}('[API-01] %i of [%s]', f)`)).toEqual(['API-01@1']);
    expect(cite(`${table}('works', f); each([['[FORM-02]']])('%s', f); it('%s', [['[FORM-02]']])`)).toEqual(
      [],
    );
  });

  it('ignores comments, other calls and other brackets', () => {
    const source =
      "// [FORM-01]\nlog('[FORM-02]'); describe('[API-01]', f); it('[form-1] array[0]', f); submit('[API-01]')";
    expect(cite(source)).toEqual([]);
  });
});

describe('exercise of the product', () => {
  const imports = "import { send } from './client.ts';\n";
  const problem = (source: string, file = 'a.test.ts') => readCitations(file, source)[0]?.problem;

  it('needs something imported from the product and an assertion', () => {
    expect(problem(`${imports}it('[FORM-01]', () => expect(send()).toBe(1))`)).toBeUndefined();
    expect(problem(`${imports}it('[FORM-01]', () => { send(); })`)).toBe('has no assertion');
    expect(problem(`${imports}it('[FORM-01]', () => expect(1).toBe(1))`)).toBe('does not run the product');
  });

  it('includes what helpers of the file do', () => {
    const helpers = 'let page; const post = () => send(1); function check(x) { expect(x).toBe(1); }';
    expect(problem(`${imports}${helpers} it('[FORM-01]', () => check(post()))`)).toBeUndefined();
    const hook = 'beforeAll(() => { page = post(); });';
    expect(problem(`${imports}${helpers} ${hook} it('[FORM-01]', () => check(page))`)).toBeUndefined();
  });

  it('includes tables of products, browser fixtures and started programs', () => {
    expect(problem(`${imports}it.each([[send]])('[FORM-01]', (f) => expect(f()).toBe(1))`)).toBeUndefined();
    expect(
      problem("test('[FORM-01]', async ({ page }) => expect(page).toBe(1))", 'a.spec.ts'),
    ).toBeUndefined();
    const shared = 'let page; test.beforeAll(async ({ browser }) => { page = await browser.newPage(); });';
    expect(
      problem(`${shared} test('[FORM-01]', async () => expect(page).toBe(1))`, 'a.spec.ts'),
    ).toBeUndefined();
    expect(
      problem("import { spawn } from 'node:child_process'; it('[FORM-01]', () => expect(spawn()).toBe(1))"),
    ).toBeUndefined();
  });

  it.each([
    ['the default import', "import send from './client.ts'; it('[FORM-01]', () => expect(send()).toBe(1))"],
    [
      'all of a module',
      "import * as client from '@fareline/contracts'; it('[FORM-01]', () => expect(client.a()).toBe(1))",
    ],
    [
      'both',
      "import send, * as client from './client.ts'; it('[FORM-01]', () => expect(client.a()).toBe(1))",
    ],
    ['HTTP', "import { get } from 'node:http'; it('[FORM-01]', () => expect(get()).toBe(1))"],
    ['fetch', "it('[FORM-01]', async () => expect(await fetch('/')).toBe(1))"],
    ['properties', `${imports}it('[FORM-01]', () => assert({ a: send(1) }))`],
    ['properties for fast-check', `${imports}it('[FORM-01]', () => fc.assert(send()))`],
  ])('includes %s', (_, source) => expect(problem(source)).toBeUndefined());

  it.each(['page', 'browser', 'context', 'request'])(
    'includes the browser fixture %s in browser tests only',
    (name) => {
      const source = `test('[FORM-01]', async ({ ${name} }) => expect(${name}).toBe(1))`;
      expect(problem(source, 'a.spec.ts')).toBeUndefined();
      expect(problem(source)).toBe('does not run the product');
    },
  );

  it.each([
    ['expected names that only contain the word', `${imports}it('[FORM-01]', () => unexpected(send()))`],
    [
      'a helper that is never called',
      `${imports}const check = (x) => expect(x); it('[FORM-01]', () => send())`,
    ],
  ])('misses an assertion in %s', (_, source) => expect(problem(source)).toBe('has no assertion'));

  it.each([
    ['packages', "import { expect, it } from 'vitest'; import css from 'css-tree';"],
    ['a package whose name ends like one of the product', "import { css } from 'x@fareline/client';"],
    ['modules for their effect', "import './client.ts'; const css = 1;"],
    ['types among values', "import { type css } from './client.ts';"],
    ['names of types', `${imports}const css: typeof send = 1;`],
    [
      'test runners of helpers',
      "import { test as css } from 'vitest'; import { test } from '@playwright/test';",
    ],
    ['source text', "import { readFileSync } from 'node:fs'; const css = readFileSync('a.css');"],
    ['files found below the root', "import { repoRoot } from '../local/paths.ts'; const css = repoRoot;"],
    ['types', "import type { send } from './client.ts'; const css: send = 1;"],
    ['properties of the same name', `${imports}const css = { send: 1 }.send;`],
  ])('excludes %s', (_, source) =>
    expect(problem(`${source} it('[FORM-01]', () => expect(css).toBe(1))`)).toBe('does not run the product'),
  );
});

describe('toProof', () => {
  it('separates requirements with a noticed change from those with an unnoticed one', () => {
    const proof = toProof([
      { place: 'a.ts:1', isNoticed: true, requirements: ['FORM-01', 'FORM-01'] },
      { place: 'a.ts:2', isNoticed: false, requirements: ['FORM-01', 'FORM-02', 'FORM-01'] },
      { place: 'a.ts:3', isNoticed: false, requirements: ['FORM-02'] },
    ]);
    expect([...proof.proven]).toEqual(['FORM-01']);
    expect([...proof.survivors]).toEqual([
      ['FORM-01', ['a.ts:2']],
      ['FORM-02', ['a.ts:2', 'a.ts:3']],
    ]);
  });
});

describe('readProof', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proof-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(content));
  const test = (name: string) => ({ file: 'a.test.ts', name });

  it('returns nothing without reports or without their folder', () => {
    writeFileSync(join(folder, 'notes.txt'), '');
    expect(readProof(folder)).toBeUndefined();
    expect(readProof(join(folder, 'none'))).toBeUndefined();
  });

  it('takes mutants for the requirements of the tests that failed for them or ran them', () => {
    const mutant = (line: number, status: string, ...tests: string[]) => ({
      file: 'a.ts',
      line,
      mutator: 'BooleanLiteral',
      replacement: 'false',
      status,
      tests: tests.map(test),
    });
    write('libs-a.json', [
      mutant(1, 'killed', '[FORM-01, FORM-02] checks', 'without an id'),
      mutant(2, 'survived', '[FORM-02] checks'),
      mutant(3, 'timeout', '[FORM-03] checks'),
      mutant(4, 'uncovered', '[FORM-03] checks'),
      mutant(5, 'invalid', '[FORM-03] checks'),
    ]);
    const proof = readProof(folder);
    expect([...(proof?.proven ?? [])]).toEqual(['FORM-01', 'FORM-02']);
    expect([...(proof?.survivors ?? [])]).toEqual([['FORM-02', ['a.ts:2']]]);
  });

  it('takes caught guards for the failed tests, surviving ones for their own requirements, and no broken ones', () => {
    const guard = (line: number, outcome: string, ...failedTests: string[]) => ({
      id: `guard-${line}`,
      file: 'b.ts',
      line,
      requirements: ['MONEY-01'],
      outcome,
      failedTests: failedTests.map(test),
      seconds: 1,
    });
    write('services-b-guards.json', [
      guard(1, 'caught', '[MONEY-02] charges once'),
      guard(2, 'survived'),
      guard(3, 'broken', '[MONEY-03] cannot compile'),
    ]);
    const proof = readProof(folder);
    expect([...(proof?.proven ?? [])]).toEqual(['MONEY-02']);
    expect([...(proof?.survivors ?? [])]).toEqual([['MONEY-01', ['b.ts:2']]]);
  });
});

describe('createReport', () => {
  const citations = [
    { id: 'FORM-01', file: 'a', line: 1, problem: undefined },
    { id: 'FORM-01', file: 'b', line: 1, problem: undefined },
    { id: 'API-01', file: 'b', line: 2, problem: 'has no assertion' },
    { id: 'FORM-99', file: 'b', line: 3, problem: undefined },
  ];

  it('counts cited and exercised ids and lists missing and unknown ones', () => {
    expect(createReport(readRequirements(markdown), citations)).toEqual({
      areas: [
        { name: 'FORM', total: 2, cited: 1, exercised: 1, proven: 0, missing: ['FORM-02'] },
        { name: 'API', total: 1, cited: 1, exercised: 0, proven: 0, missing: [] },
      ],
      unknown: [citations[3]],
      unexercised: [citations[2]],
      survivors: [],
    });
  });

  it('counts a requirement as proven when it is exercised and a change was noticed', () => {
    const proof = {
      proven: new Set(['FORM-01', 'API-01']),
      survivors: new Map([
        ['FORM-02', ['a.ts:1']],
        ['FORM-01', ['a.ts:2', 'a.ts:3']],
        ['D-1', ['a.ts:4']],
      ]),
    };
    const { areas, survivors } = createReport(readRequirements(markdown), citations, proof);
    expect(areas.map(({ proven }) => proven)).toEqual([1, 0]);
    expect(survivors.map(({ id }) => id)).toEqual(['FORM-01', 'FORM-02']);
  });
});
