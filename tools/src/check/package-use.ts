import ts from 'typescript';

/** What a package may be used by. */
export type Place = 'product' | 'build' | 'tests' | 'gate';

/** The packages that the product is to be made with, and what each of them has to be used by. */
export const chosenPackages: Record<string, Place> = {
  react: 'product',
  'react-dom': 'product',
  'react-router': 'product',
  '@module-federation/enhanced': 'build',
  '@module-federation/enhanced/runtime': 'product',
  webpack: 'build',
  fastify: 'product',
  '@fastify/cookie': 'product',
  '@fastify/jwt': 'product',
  kysely: 'product',
  pg: 'product',
  ioredis: 'product',
  bullmq: 'product',
  '@duffel/api': 'product',
  stripe: 'product',
  zod: 'product',
  vitest: 'tests',
  nx: 'gate',
};

/** What each place imports or runs. */
export type Uses = Record<Place, Set<string>>;

/** The chosen packages that are not used by what has to use them, as sentences. */
export function packageProblems(uses: Uses): string[] {
  return Object.entries(chosenPackages)
    .filter(([name, place]) => ![...uses[place]].some((used) => used === name || used.startsWith(`${name}/`)))
    .map(([name, place]) => `${name} is used by nothing in: ${place}`);
}

/** The modules that a file loads when it runs: imports of types alone are left out, since nothing remains of them. */
export function importsOf(file: string, text: string): string[] {
  const imports: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (!isTypeOnly(node)) add(node.moduleSpecifier);
    } else if (ts.isCallExpression(node) && isLoader(node.expression)) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  const add = (specifier: ts.Expression | undefined): void => {
    if (specifier && ts.isStringLiteral(specifier)) imports.push(specifier.text);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return imports;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const names = clause.namedBindings;
  return (
    !clause.name &&
    names !== undefined &&
    ts.isNamedImports(names) &&
    names.elements.every((one) => one.isTypeOnly)
  );
}

function isLoader(expression: ts.Expression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === 'require')
  );
}
