import { describe, expect, it } from 'vitest';
import { readCitations, type Tier } from './citations.ts';
import { createReport, readRequirements } from './list.ts';

const markdown = `
## FORM: form

| id | requirement |
|---|---|
| FORM-01 | One. |
| FORM-02 | Two, see FORM-01. |
| FORM-03 | Three, whose text has (planned) in it. |
| FORM-04 | Four. (planned) |

## API: calls

| API-01 | Five. |
`;

describe('readRequirements', () => {
  it('groups the ids by area, and names those whose line ends with the mark of planned ones', () => {
    expect(readRequirements(markdown)).toEqual([
      { name: 'FORM', ids: ['FORM-01', 'FORM-02', 'FORM-03', 'FORM-04'], planned: ['FORM-04'] },
      { name: 'API', ids: ['API-01'], planned: [] },
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

  it.each([
    ['a.test.ts', 'test'],
    ['a.test.tsx', 'test'],
    ['a.full.test.ts', 'test:full'],
    ['a.full.test.tsx', 'test:full'],
    ['a.spec.ts', 'test:full'],
  ])('takes the tier of a test without a tag from the name of its file: %s', (file, tier) => {
    expect(readCitations(file, "test('[FORM-01]', f)")).toMatchObject([{ id: 'FORM-01', tier }]);
  });

  it.each([
    ["test('[FORM-01]', { tag: '@smoke' }, f)", 'test'],
    ["test('[FORM-01]', { tag: ['@search', '@smoke'] }, f)", 'test'],
    ["for (const a of b) test('[FORM-01]', { tag: a ? ['@search', '@smoke'] : '@search' }, f)", 'test'],
    ["test.describe('a', { tag: '@smoke' }, () => { for (const a of b) test('[FORM-01]', f); })", 'test'],
    ["test('[FORM-01]', { tag: '@search' }, f)", 'test:full'],
    ["test('[FORM-01]', { annotation: '@smoke' }, f)", 'test:full'],
    ["test('a', { tag: '@smoke' }, f); test('[FORM-01]', f)", 'test:full'],
    ["test.describe('a', { tag: '@smoke' }, f); test.describe('b', () => test('[FORM-01]', f))", 'test:full'],
  ])('reads the tier of a browser test from its tag and those of its groups: %s', (source, tier) => {
    expect(readCitations('a.spec.ts', source)).toMatchObject([{ id: 'FORM-01', tier }]);
  });
});

describe('createReport', () => {
  const cite = (id: string, tier: Tier) => ({ id, tier, file: 'a', line: 1 });

  it('counts each id once, in the first tier that cites it, as planned, or as cited by no test', () => {
    const citations = [
      cite('FORM-01', 'test:full'),
      cite('FORM-01', 'test'),
      cite('FORM-02', 'test:full'),
      cite('API-01', 'test'),
    ];
    expect(createReport(readRequirements(markdown), citations)).toEqual({
      areas: [
        { name: 'FORM', total: 4, test: 1, testFull: 1, planned: 1, missing: ['FORM-03'] },
        { name: 'API', total: 1, test: 1, testFull: 0, planned: 0, missing: [] },
      ],
      unknown: [],
      stale: [],
    });
  });

  it('names citations of unknown ids, and of planned ones', () => {
    const unknown = cite('FORM-99', 'test');
    const stale = cite('FORM-04', 'test:full');
    expect(createReport(readRequirements(markdown), [unknown, stale])).toMatchObject({
      unknown: [unknown],
      stale: [stale],
    });
  });
});
