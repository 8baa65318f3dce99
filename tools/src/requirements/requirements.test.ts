import { describe, expect, it } from 'vitest';
import { readCitations } from './citations.ts';
import { readRequirements } from './list.ts';
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

describe('createReport', () => {
  it('counts ids and lists those that no test cites and citations of unknown ids', () => {
    const citations = ['FORM-01', 'FORM-01', 'API-01', 'FORM-99'].map((id, line) => ({
      id,
      file: 'a',
      line,
    }));
    expect(createReport(readRequirements(markdown), citations)).toEqual({
      areas: [
        { name: 'FORM', total: 2, missing: ['FORM-02'] },
        { name: 'API', total: 1, missing: [] },
      ],
      unknown: [citations[3]],
    });
  });
});
