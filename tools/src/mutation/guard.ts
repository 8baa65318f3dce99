import ts from 'typescript';

/** A rule that Stryker cannot break: a change of the code that enforces it, and the tests that are red then. */
export interface Guard {
  /** What happens without the rule. */
  when: string;
  /** Path from the root of the repository. */
  file: string;
  /** Matches once in the file. */
  code: RegExp;
  /** What replaces it; nothing by default. */
  without?: string;
  /** Path of the test file from the root of the repository. */
  test: string;
  /** Part of a test's title: only the tests that have it are run. */
  title: string;
}

/** The source without the rule. Throws when its code does not occur exactly once or the result is not valid TypeScript. */
export function removeRule(source: string, { when, file, code, without = '' }: Guard): string {
  const count = [...source.matchAll(new RegExp(code, 'g'))].length;
  if (count !== 1) throw new Error(`${when}: the code occurs ${count} times in ${file}`);
  const result = source.replace(code, without);
  if (result === source) throw new Error(`${when}: the code is replaced by itself`);
  const { diagnostics } = ts.transpileModule(result, { fileName: file, reportDiagnostics: true });
  const [problem] = diagnostics ?? [];
  if (problem)
    throw new Error(`${when}: ${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
  return result;
}
