import ts from 'typescript';

/** `npm test`, or `npm run test:full`, which runs all other tests. */
export type Tier = 'test' | 'test:full';

export interface Citation {
  id: string;
  file: string;
  line: number;
  tier: Tier;
}

const citationPattern = /\[([A-Z]+-\d+(?:\s*,\s*[A-Z]+-\d+)*)\]/g;

interface TitledTest {
  /** Source of the title; one with values has `${}` with their names. */
  title: string;
  line: number;
  /** The value of the title's first placeholder in each row of a table. */
  rows: { name: string; line: number }[];
  tier: Tier;
}

function readTests(file: string, source: string): TitledTest[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind);
  const getLine = (node: ts.Node) => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
  const found: TitledTest[] = [];
  const visit = (node: ts.Node, isInSmoke: boolean): void => {
    const isSmoke = isInSmoke || hasSmokeTag(node, tree);
    const title = getTitle(node, tree);
    if (title)
      found.push({
        title: title.getText(tree),
        line: getLine(title),
        rows: getRowNames(node).map((row) => ({ name: row.text, line: getLine(row) })),
        tier: getTier(file, isSmoke),
      });
    ts.forEachChild(node, (child) => visit(child, isSmoke));
  };
  visit(tree, false);
  return found;
}

/** The titles of the tests of a file. */
export const readTitles = (file: string, source: string): string[] =>
  readTests(file, source).map(({ title }) => title);

/**
 * Reads the requirement ids in square brackets in the test titles of a file: `it('[FORM-21] rejects ...')`. Each row of a table
 * counts as a test: `it.each([['FORM-21', ...]])('[%s] rejects ...')`.
 */
export const readCitations = (file: string, source: string): Citation[] =>
  readTests(file, source).flatMap(({ title, line, rows, tier }) => [
    ...parseIds(title).map((id) => ({ id, file, line, tier })),
    ...rows.flatMap((row) => parseRowIds(title, row.name).map((id) => ({ id, file, line: row.line, tier }))),
  ]);

/** `npm test` runs browser tests that are tagged `@smoke`, and other tests whose file is not named `*.full.test.ts`. */
function getTier(file: string, isSmoke: boolean): Tier {
  const isFirst = file.endsWith('.spec.ts') ? isSmoke : !/\.full\.test\.tsx?$/.test(file);
  return isFirst ? 'test' : 'test:full';
}

/** Whether a test, or a group of tests, has the tag in its options; of tests in a loop, some may have it. */
function hasSmokeTag(node: ts.Node, tree: ts.SourceFile): boolean {
  const options = ts.isCallExpression(node) ? node.arguments[1] : undefined;
  if (!options || !ts.isObjectLiteralExpression(options)) return false;
  return options.properties.some((property) => {
    return property.name?.getText(tree) === 'tag' && /['"]@smoke['"]/.test(property.getText(tree));
  });
}

/** The value of the title's first placeholder in each row of an array literal: the row, or its first column. */
function getRowNames(call: ts.Node): ts.StringLiteralLike[] {
  if (!ts.isCallExpression(call) || !ts.isCallExpression(call.expression)) return [];
  const table = unwrapTypeAssertion(call.expression.arguments[0]);
  if (!table || !ts.isArrayLiteralExpression(table)) return [];
  return table.elements
    .map((row) => unwrapTypeAssertion(row))
    .map((row) => (row && ts.isArrayLiteralExpression(row) ? row.elements[0] : row))
    .filter((name) => name !== undefined && ts.isStringLiteralLike(name));
}

function unwrapTypeAssertion(node: ts.Expression | undefined): ts.Expression | undefined {
  return node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) ? node.expression : node;
}

/** The ids that a row adds to the title; none unless the first placeholder of the title is `%s`. */
function parseRowIds(title: string, name: string): string[] {
  if (/%\w/.exec(title)?.[0] !== '%s') return [];
  const own = new Set(parseIds(title));
  return parseIds(title.replace('%s', () => name)).filter((id) => !own.has(id));
}

const testPattern = /^(?:it|test)\b(?![^(`]*\.(?:describe|step)\b)/;

/** The title node of a call of `it` or `test`, with or without modifiers or a table; undefined for other nodes. */
function getTitle(node: ts.Node, tree: ts.SourceFile): ts.Node | undefined {
  if (!ts.isCallExpression(node) || !testPattern.test(node.expression.getText(tree))) return undefined;
  const [title] = node.arguments;
  return title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title : undefined;
}

/** The requirement ids in square brackets in the name of a test. */
function parseIds(title: string): string[] {
  return [...title.matchAll(citationPattern)].flatMap(([, ids = '']) =>
    ids.split(',').map((id) => id.trim()),
  );
}
