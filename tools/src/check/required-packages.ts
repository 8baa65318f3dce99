import ts from 'typescript';

/** Where a package is imported or run. */
export type Scope = 'product' | 'build' | 'tests' | 'checks';

/** The packages that the product has to be built with, and the scope that has to use each of them. */
export const requiredPackages: Record<string, Scope> = {
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
  nx: 'checks',
};

/** Modules that each scope imports or runs. */
export type ScopeImports = Record<Scope, Set<string>>;

/** Messages about required packages that their scope does not use. */
export function findUnusedPackages(imports: ScopeImports): string[] {
  return Object.entries(requiredPackages)
    .filter(
      ([name, scope]) => ![...imports[scope]].some((used) => used === name || used.startsWith(`${name}/`)),
    )
    .map(([name, scope]) => `${name} is not used in: ${scope}`);
}

/** The modules that a file loads at run time; type-only imports are left out. */
export function parseImports(file: string, text: string): string[] {
  const imports: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (!isTypeOnly(node)) add(node.moduleSpecifier);
    } else if (ts.isCallExpression(node) && isImportFunction(node.expression)) add(node.arguments[0]);
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
    names.elements.every((element) => element.isTypeOnly)
  );
}

function isImportFunction(expression: ts.Expression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === 'require')
  );
}
