import ts from 'typescript';
import { readTitles } from '../../requirements/citations.ts';

/** A row of the register: an exported constant of `libs/contracts/src/promises/`, whose comment says who keeps it. */
export interface PromiseRow {
  name: string;
  /** `file:line`. */
  place: string;
  /** Has `{}` for each value that the page fills in. */
  sentence: string;
  /** Ids in docs/requirements.md. */
  requirements: string[];
  /** `<file in e2e/src>: <words that only its title has>`. */
  test: string | undefined;
  /** Who keeps what no software can. */
  keptBy: string | undefined;
}

/** Reads the rows of a file of the register. */
export function readRegister(file: string, source: string): PromiseRow[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  return tree.statements.filter(ts.isVariableStatement).flatMap((statement) => {
    const comment = ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc)?.getText() ?? '';
    const tag = (name: string) =>
      new RegExp(`@${name} ([^@*]+)`).exec(comment)?.[1]?.replace(/\s+/g, ' ').trim();
    const { line } = tree.getLineAndCharacterOfPosition(statement.getStart());
    return statement.declarationList.declarations.map(({ name, initializer }) => ({
      name: name.getText(),
      place: `${file}:${line + 1}`,
      sentence: toSentence(initializer),
      requirements: comment.match(/\b[A-Z]+-\d+\b/g) ?? [],
      test: tag('test'),
      keptBy: tag('keptBy'),
    }));
  });
}

function toSentence(value: ts.Expression | undefined): string {
  if (value && ts.isArrowFunction(value) && !ts.isBlock(value.body)) return toSentence(value.body);
  if (value && ts.isStringLiteralLike(value)) return value.text;
  if (value && ts.isTemplateExpression(value))
    return value.head.text + value.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  return '';
}

interface Sources {
  /** Source of a file in `e2e/src`; undefined when there is none. */
  readSpec: (file: string) => string | undefined;
  requirementIds: ReadonlySet<string>;
}

/** What is wrong with the rows, as `file:line message`. */
export function findRowProblems(rows: readonly PromiseRow[], sources: Sources): string[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const isRepeated = seen.has(row.sentence);
    seen.add(row.sentence);
    return [
      row.sentence === '' && 'is no sentence',
      isRepeated && 'has the sentence of another row',
      !row.test && !row.keptBy && 'has neither @test nor @keptBy',
      row.test && findTestProblem(row.test, sources),
      ...row.requirements
        .filter((id) => !sources.requirementIds.has(id))
        .map((id) => `names ${id}, which is not in docs/requirements.md`),
    ]
      .filter((problem) => typeof problem === 'string' && problem !== '')
      .map((problem) => `${row.place} ${row.name} ${problem}`);
  });
}

function findTestProblem(test: string, { readSpec }: Sources): string | undefined {
  const [, file = '', words = ''] = /^(\S+\.ts): (.+)$/.exec(test) ?? [];
  const source = readSpec(file);
  if (source === undefined) return `names ${test}, and there is no such file in e2e/src`;
  const count = readTitles(file, source).filter((title) => title.includes(words)).length;
  return count === 1 ? undefined : `names ${test}, which ${count} tests have in their title`;
}
