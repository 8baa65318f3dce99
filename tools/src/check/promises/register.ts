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
  /** Who keeps what no software can; support with the path of the screen on which it does. */
  keptBy: string | undefined;
  /** Its words are those of the product's documents. */
  isPrescribed: boolean;
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
      isPrescribed: comment.includes('@prescribed'),
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

/** What our own sentences may say once only, so that no two of them contradict each other. (PROMISE-06) */
const topics: Record<string, RegExp> = {
  'when the rules of a fare are told': /\brules\b.*\b(?:before|after|once)\b/i,
  'how long a code of a trip works': /\bcode works once, for\b/i,
  'how many codes are mailed': /\bat most .* codes\b/i,
  'how many links are mailed': /\bat most \S+ an hour\b/i,
  'when a refund arrives': /\brefund.*\bdays\b|\bon its way for\b/i,
  'how soon messages are answered': /\banswer.* within\b/i,
  'when changes of policies are announced': /\bmaterial changes\b/i,
};

/** A period or a number that a service keeps. */
const figure =
  /(?<!\{)\b(?:\d[\d-]*|two|three|four|five|six|seven|ten|twelve)[ -](?:business )?(?:codes|links|minutes?|hours?|days?|months|years?)\b|\bthe next (?:hour|day)\b|\bat most (?:\d+|two|three|four|five)\b/i;

interface Sources {
  /** The paths of the pages of staff. */
  staffPaths: ReadonlySet<string>;
  /** Source of a file in `e2e/src`; undefined when there is none. */
  readSpec: (file: string) => string | undefined;
  requirementIds: ReadonlySet<string>;
}

/** What is wrong with the rows, as `file:line message`. */
export function findRowProblems(rows: readonly PromiseRow[], sources: Sources): string[] {
  const seen = new Set<string>();
  const told = new Set<string>();
  return rows.flatMap((row) => {
    const isRepeated = seen.has(row.sentence);
    seen.add(row.sentence);
    const topic = row.isPrescribed
      ? undefined
      : Object.entries(topics).find(([, words]) => words.test(row.sentence))?.[0];
    const isToldBefore = topic !== undefined && told.has(topic);
    if (topic !== undefined) told.add(topic);
    const isKeptElsewhere = row.keptBy !== undefined && !row.keptBy.startsWith('support');
    return [
      row.sentence === '' && 'is no sentence',
      isRepeated && 'has the sentence of another row',
      !row.test && !row.keptBy && 'has neither @test nor @keptBy',
      row.test && findTestProblem(row.test, sources),
      row.keptBy?.startsWith('support') && findScreenProblem(row.keptBy, sources),
      row.isPrescribed && row.requirements.length === 0 && 'is prescribed, and names no requirement',
      isToldBefore && `says again ${topic}`,
      !isKeptElsewhere &&
        figure.test(row.sentence) &&
        'has a figure of its own; take it from the constant that keeps it',
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

function findScreenProblem(keptBy: string, { staffPaths }: Sources): string | undefined {
  const path = /^support on (\/[\w/:-]+)/.exec(keptBy)?.[1];
  if (path === undefined) return 'is kept by support, and names no screen for it: "support on /admin/..."';
  return staffPaths.has(path) ? undefined : `is kept by support on ${path}, which is no page of staff`;
}
