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

/**
 * Reads the requirement ids in square brackets in the test titles of a file: `it('[FORM-21] rejects ...')`. Each row of a table
 * counts as a test: `it.each([['FORM-21', ...]])('[%s] rejects ...')`.
 */
export function readCitations(file: string, source: string): Citation[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind);
  const found: Citation[] = [];
  const visit = (node: ts.Node, isInSmoke: boolean): void => {
    const isSmoke = isInSmoke || hasSmokeTag(node);
    const title = getTitle(node);
    if (title) {
      const text = title.getText(tree);
      const tier = getTier(file, isSmoke);
      const cite = (place: ts.Node, ids: string[]) => {
        const line = tree.getLineAndCharacterOfPosition(place.getStart(tree)).line + 1;
        for (const id of ids) found.push({ id, file, line, tier });
      };
      cite(title, parseIds(text));
      for (const name of getRowNames(node)) cite(name, parseRowIds(text, name.text));
    }
    ts.forEachChild(node, (child) => visit(child, isSmoke));
  };
  visit(tree, false);
  return found;
}

/** `npm test` runs browser tests that are tagged `@smoke`, and other tests whose file is not named `*.full.test.ts`. */
function getTier(file: string, isSmoke: boolean): Tier {
  const isFirst = file.endsWith('.spec.ts') ? isSmoke : !/\.full\.test\.tsx?$/.test(file);
  return isFirst ? 'test' : 'test:full';
}

/** Whether a test, or a group of tests, has the tag in its options; of tests in a loop, some may have it. */
function hasSmokeTag(node: ts.Node): boolean {
  const options = ts.isCallExpression(node) ? node.arguments[1] : undefined;
  if (!options || !ts.isObjectLiteralExpression(options)) return false;
  return options.properties.some((property) => {
    if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) return false;
    return property.name.text === 'tag' && hasText(property.initializer, '@smoke');
  });
}

function hasText(node: ts.Node, text: string): boolean {
  if (ts.isStringLiteralLike(node)) return node.text === text;
  return ts.forEachChild(node, (child) => hasText(child, text)) ?? false;
}

/** The titles of the tests of a file; a title with values has `${}` with their names. */
export function readTitles(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = getTitle(node);
    if (title) titles.push(title.getText(tree));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return titles;
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

/** The title node of a call of `it` or `test`, with or without modifiers or a table; undefined for other nodes. */
function getTitle(node: ts.Node): ts.Node | undefined {
  if (!ts.isCallExpression(node) || !isTest(node.expression)) return undefined;
  const [title] = node.arguments;
  return title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title : undefined;
}

function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  if (ts.isPropertyAccessExpression(callee)) {
    return !['describe', 'step'].includes(callee.name.text) && isTest(callee.expression);
  }
  return (ts.isCallExpression(callee) && isTest(callee.expression)) || isTaggedTable(callee);
}

function isTaggedTable(callee: ts.Expression): boolean {
  return ts.isTaggedTemplateExpression(callee) && isTest(callee.tag);
}

/** The requirement ids in square brackets in the name of a test. */
function parseIds(title: string): string[] {
  return [...title.matchAll(citationPattern)].flatMap(([, ids = '']) =>
    ids.split(',').map((id) => id.trim()),
  );
}
