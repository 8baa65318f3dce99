import ts from 'typescript';

export interface Citation {
  id: string;
  file: string;
  line: number;
}

const CITED = /\[([A-Z]+-\d+(?:\s*,\s*[A-Z]+-\d+)*)\]/g;

/** The ids that the titles of a test file's tests name in square brackets: `it('[FORM-21] refuses ...')`. */
export function readCitations(file: string, source: string): Citation[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind);
  const found: Citation[] = [];
  const visit = (node: ts.Node): void => {
    const title = titleOf(node);
    if (title) {
      const line = tree.getLineAndCharacterOfPosition(title.getStart(tree)).line + 1;
      for (const id of idsIn(title.getText(tree))) found.push({ id, file, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
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
