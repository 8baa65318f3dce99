export interface Command {
  line: number;
  /** As it is written. */
  text: string;
  /** What answers for it: a script of package.json, a program of node_modules, or a file that Node runs. */
  kind: 'script' | 'program' | 'file';
  name: string;
  /** Options such as `--back`, without their values. */
  options: string[];
  /** Words that are neither options nor placeholders. */
  words: string[];
}

/** The commands of npm, npx and Node in the code blocks and code spans of a Markdown text. */
export function commandsOf(text: string): Command[] {
  let isFenced = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) {
      isFenced = !isFenced;
      return [];
    }
    const isBlock = isFenced || /^ {4}\S/.test(line);
    const snippets = isBlock ? [line] : [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');
    return snippets
      .flatMap((snippet) => snippet.replace(/(^|\s)#.*$/, '').split(/&&|;/))
      .flatMap((snippet) => parse(snippet.trim(), index + 1) ?? []);
  });
}

function parse(text: string, line: number): Command | undefined {
  const [first, second, ...rest] = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/^([A-Z_]+=\S*\s+)*/, '')
    .split(/\s+/)
    .filter(Boolean);
  const of = (kind: Command['kind'], name: string | undefined, args: string[]): Command | undefined => {
    if (!name) return undefined;
    const options = args.filter((word) => /^--./.test(word)).map((word) => word.replace(/=.*$/, ''));
    return { line, text, kind, name, options, words: args.filter((word) => !word.startsWith('-')) };
  };
  if (first === 'npm' && (second === 'start' || second === 'test')) return of('script', second, rest);
  if (first === 'npm' && second === 'run') return of('script', rest[0], rest.slice(1));
  if (first === 'npm' && second === 'exec' && rest[1] === 'node') return of('file', rest[2], rest.slice(3));
  if (first === 'npx') return of('program', second, rest);
  if (first === 'node') return of('file', second, rest);
  return undefined;
}

export interface Answer {
  code: number;
  output: string;
}

export interface CommandWorld {
  scripts: string[];
  exists(path: string): boolean;
  /** Runs a script with these arguments; code 1 where it takes too long. */
  runScript(name: string, args: string[]): Promise<Answer>;
  /** Runs a program of node_modules with these arguments. */
  runProgram(name: string, args: string[]): Promise<Answer>;
}

/** Scripts that do everything but their work when asked so, whatever else they are given. */
const dryOptions: Record<string, string> = { 'test:e2e': '--list' };

/**
 * Why a command that a document names does not do what it says, as a sentence: it is not there, does not answer to --help, or
 * has no such option. Undefined where it does.
 */
export async function commandProblem(command: Command, world: CommandWorld): Promise<string | undefined> {
  const { kind, name, options, words, text } = command;
  const missing = words.find((word) => word.includes('/') && !world.exists(word));
  if (missing) return `${missing} does not exist`;
  if (kind === 'file') return world.exists(name) ? undefined : `${name} does not exist`;
  if (kind === 'script' && !world.scripts.includes(name)) return `package.json has no script ${name}`;
  if (kind === 'script' && options.length > 0 && !/ -- /.test(text))
    return `npm keeps ${options[0]} for itself`;
  const dry = dryOptions[name];
  if (kind === 'script' && dry && words.length > 0) {
    const { code, output } = await world.runScript(name, [...words, dry]);
    if (code !== 0) return `${text} does not work: ${lastLine(output)}`;
  }
  const run = kind === 'script' ? world.runScript : world.runProgram;
  const { code, output } = await run(name, ['--help']);
  if (code !== 0 || output.trim() === '') return `${name} does not answer to --help: ${lastLine(output)}`;
  const unknown = options.find((option) => !output.includes(option));
  return unknown && `${name} has no option ${unknown}`;
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
