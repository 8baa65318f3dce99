import ts from 'typescript';

/** A piece of production code that enforces a rule, and the tests that fail without it. */
export interface Guard {
  id: string;
  requirements: string[];
  /** Path from the root of the repository. */
  file: string;
  /** The exact text of the guard. It occurs once in the file. */
  code: string;
  /** The text that replaces it. */
  without: string;
  /** Paths of the test files from the root of the repository. */
  tests: string[];
  /** Part of a test's title: only the tests that have it are run. */
  title?: string;
}

/** The source without the guard. Throws when the guard does not occur exactly once or the result is not valid TypeScript. */
export function removeGuard(source: string, { id, file, code, without }: Guard): string {
  const [before, after, ...more] = source.split(code);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${id}: the code of the guard occurs ${source.split(code).length - 1} times in ${file}`);
  const result = `${before}${without}${after}`;
  if (result === source) throw new Error(`${id}: the guard is replaced by itself`);
  const { diagnostics } = ts.transpileModule(result, { fileName: file, reportDiagnostics: true });
  const [problem] = diagnostics ?? [];
  if (problem)
    throw new Error(
      `${id}: ${file} without it: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`,
    );
  return result;
}
