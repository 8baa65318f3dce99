import ts from 'typescript';

export interface Citation {
  id: string;
  file: string;
  line: number;
}

const CITED = /\[([A-Z]+-\d+(?:\s*,\s*[A-Z]+-\d+)*)\]/g;

/**
 * The ids that the titles of a test file's tests name in square brackets: `it('[FORM-21] refuses ...')`. A table's rows
 * count as its tests: `it.each([['FORM-21', ...]])('[%s] refuses ...')`.
 */
export function readCitations(file: string, source: string): Citation[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind);
  const found: Citation[] = [];
  const visit = (node: ts.Node): void => {
    const title = titleOf(node);
    if (title) {
      const text = title.getText(tree);
      const cite = (place: ts.Node, ids: string[]) => {
        const line = tree.getLineAndCharacterOfPosition(place.getStart(tree)).line + 1;
        for (const id of ids) found.push({ id, file, line });
      };
      cite(title, idsIn(text));
      for (const name of rowNames(node)) cite(name, idsInName(text, name.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** What the title's first placeholder stands for in each row of a written-out table: the row, or its first column. */
function rowNames(call: ts.Node): ts.StringLiteralLike[] {
  if (!ts.isCallExpression(call) || !ts.isCallExpression(call.expression)) return [];
  const table = withoutAssertions(call.expression.arguments[0]);
  if (!table || !ts.isArrayLiteralExpression(table)) return [];
  return table.elements
    .map((row) => withoutAssertions(row))
    .map((row) => (row && ts.isArrayLiteralExpression(row) ? row.elements[0] : row))
    .filter((name) => name !== undefined && ts.isStringLiteralLike(name));
}

function withoutAssertions(node: ts.Expression | undefined): ts.Expression | undefined {
  return node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) ? node.expression : node;
}

/** The ids that a row adds to its title, if the title shows the row's name before anything else of the row. */
function idsInName(title: string, name: string): string[] {
  if (/%\w/.exec(title)?.[0] !== '%s') return [];
  const own = new Set(idsIn(title));
  return idsIn(title.replace('%s', () => name)).filter((id) => !own.has(id));
}

/** The title, if the node calls `it` or `test`, with modifiers or a table or without. */
function titleOf(node: ts.Node): ts.Node | undefined {
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

function idsIn(title: string): string[] {
  return [...title.matchAll(CITED)].flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()));
}
