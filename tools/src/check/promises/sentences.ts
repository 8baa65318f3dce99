import ts from 'typescript';

/**
 * What makes a sentence a promise: it says what we do, what the traveller can do or gets, a time in which, that something costs
 * nothing, or where it is done. What is true of this moment only ("we have sent", "we cannot", "try again") is none.
 */
const promising = new RegExp(
  [
    String.raw`\bmy trips\b`,
    String.raw`(?<!\b(?:what|which|how|why|long|may|as|have|like) )\bwe (?!(?:are|have|could|cannot|began|read|did|do not know)\b)`,
    String.raw`\byou (?:can (?!(?:try|pay|search|take)\b)|(?:see|choose|find|get|download)\b)`,
    String.raw`\bguarantee|\bfree (?!of\b)|[, ]never to\b`,
    String.raw`\bcharged (?:only|once|at most)\b|\bonly once the airline\b`,
    String.raw`\b(?:comes?|sent?|send|way|confirmed)\b.* by e-?mail\b`,
    String.raw`\b(?:within|once,|in under|in less than|for) (?:[a-z]+ )?(?:[\d{][\d}-]*|three|next) (?:business )?(?:minutes?|hours?|days|months|years)\b`,
    String.raw`\b\d+ (?:days ahead|(?:months|years)(?:[,.]|$))|\brefund.* \d+-\d+ business days`,
    String.raw`\bno .*\bfees?\b(?! not)`,
    String.raw`\bon average\b`,
  ].join('|'),
  'i',
);

/** Shorter ones are labels and headings. */
const minWords = 5;

export interface Sentence {
  line: number;
  sentence: string;
}

/** The sentences of a page or a mail that promise something, in string literals, templates and JSX. Sentences of the register are not here: they are read from it. */
export function findPromises(file: string, source: string): Sentence[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Sentence[] = [];
  const read = (node: ts.Node, text: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    for (const sentence of text
      .replace(/\s+/g, ' ')
      .trim()
      .split(/(?<=[.!?]) /))
      if (sentence.split(' ').length >= minWords && !sentence.endsWith('?') && promising.test(sentence))
        found.push({ line: line + 1, sentence });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) read(node, node.text);
    if (ts.isTemplateExpression(node))
      read(node, node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join(''));
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && node.children.some(isText)) {
      read(node, node.children.map(flatten).join(''));
      node.children.forEach(visitExpressions);
      return;
    }
    ts.forEachChild(node, visit);
  };
  /** The text of elements within a sentence was read with it. */
  const visitExpressions = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) node.children.forEach(visitExpressions);
    else if (!ts.isJsxExpression(node) || !node.expression || !ts.isStringLiteralLike(node.expression))
      visit(node);
  };
  visit(tree);
  return found;
}

const isText = (node: ts.JsxChild): boolean => ts.isJsxText(node) && node.text.trim() !== '';

/** The text of a JSX child; `{}` for what is known at run time only. */
function flatten(node: ts.JsxChild): string {
  if (ts.isJsxText(node)) return node.text;
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return node.children.map(flatten).join('');
  const value = ts.isJsxExpression(node) ? node.expression : undefined;
  return value && ts.isStringLiteralLike(value) ? value.text : '{}';
}

/** What a brand's content says of itself and not of what we do. */
const factProperties = new Set([
  ...['address', 'doingBusinessAs', 'registeredOffice', 'registration', 'visitHours'],
  ...['headline', 'quote', 'title'],
]);

/** The sentences of a brand's own content, whatever their words: each is read as a promise. (PROMISE-07) */
export function findBrandTexts(file: string, source: string): Sentence[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && factProperties.has(node.name.getText())) return;
    if (ts.isStringLiteralLike(node) && node.text.split(' ').length >= minWords)
      found.push({ line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, sentence: node.text });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
