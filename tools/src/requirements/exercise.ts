import ts from 'typescript';

/** Decides for the tests of a file whether they run the product and check what it does. */
export interface Exercise {
  runsProduct(test: ts.Node): boolean;
  hasAssertion(test: ts.Node): boolean;
}

/** Imports that only locate files. */
const pathModules = /local\/paths\.ts$/;
/** What drives the product from outside: a browser, HTTP, or a process of it. */
const driverModules = ['@playwright/test', 'node:child_process', 'node:http'];
/** Fixtures of Playwright, and variables that tests of a file share them by. */
const browserFixtures = ['page', 'browser', 'context', 'request'];

/**
 * A test runs the product when it uses, directly or through declarations of its file, something that the file imports from the
 * product or a testing helper, or a browser, HTTP or a process. It has an assertion when it uses `expect` or a function that is
 * named or contains one. A test that only reads source text, styles, documents or configuration does neither.
 */
export function readExercise(tree: ts.SourceFile): Exercise {
  const declarations = readDeclarations(tree);
  const drivers = tree.fileName.endsWith('.spec.ts') ? ['fetch', ...browserFixtures] : ['fetch'];
  const product = spread(new Set([...readProductImports(tree), ...drivers]), declarations);
  const assertions = spread(new Set(['fc']), declarations, isAssertion);
  return {
    runsProduct: (test) => uses(test, (name) => product.has(name)),
    hasAssertion: (test) => uses(test, (name) => isAssertion(name) || assertions.has(name)),
  };
}

const isAssertion = (name: string) => /^(expect|assert)/.test(name);

function readProductImports(tree: ts.SourceFile): string[] {
  return tree.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    if (!importClause || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
    const module = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    const isProduct = /^(\.|@fareline\/)/.test(module) && !pathModules.test(module);
    if (!isProduct && !driverModules.includes(module)) return [];
    const { name, namedBindings } = importClause;
    const names = name ? [name.text] : [];
    if (!namedBindings) return names;
    if (ts.isNamespaceImport(namedBindings)) return [...names, namedBindings.name.text];
    const values = namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly);
    return [...names, ...values.map((element) => element.name.text).filter((value) => !isRunner(value))];
  });
}

/** `test` and `expect` are imported by every browser test; it is known by its fixtures. */
const isRunner = (name: string) => ['test', 'expect', 'it', 'describe'].includes(name);

/** The names that each declaration or assignment of the file uses, by the names that it declares. */
function readDeclarations(tree: ts.SourceFile): { names: string[]; node: ts.Node }[] {
  const found: { names: string[]; node: ts.Node }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer)
      found.push({ names: readNames(node.name), node: node.initializer });
    if (ts.isFunctionDeclaration(node) && node.name && node.body)
      found.push({ names: [node.name.text], node: node.body });
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      found.push({ names: readNames(node.left), node: node.right });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Adds the names of all declarations that use one of the names, until there are no more. */
function spread(
  names: Set<string>,
  declarations: { names: string[]; node: ts.Node }[],
  isMember: (name: string) => boolean = () => false,
): Set<string> {
  const includes = (name: string) => names.has(name) || isMember(name);
  let size: number;
  do {
    size = names.size;
    for (const declaration of declarations)
      if (uses(declaration.node, includes)) for (const name of declaration.names) names.add(name);
  } while (names.size > size);
  return names;
}

const uses = (node: ts.Node, includes: (name: string) => boolean): boolean => readNames(node).some(includes);

/** The names of variables in a node; names of properties and types are left out. */
function readNames(node: ts.Node): string[] {
  const names: string[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isTypeNode(child)) return;
    if (ts.isIdentifier(child)) names.push(child.text);
    if (ts.isPropertyAccessExpression(child)) visit(child.expression);
    else if (ts.isPropertyAssignment(child)) visit(child.initializer);
    else ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}
