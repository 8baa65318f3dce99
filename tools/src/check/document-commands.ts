export interface Command {
  line: number;
  /** The command as written. */
  text: string;
  /** A script of package.json, a binary of node_modules, or a file that Node runs. */
  kind: 'script' | 'program' | 'file';
  name: string;
  /** Options such as `--rollback`, without values. */
  options: string[];
  /** Arguments that are neither options nor placeholders. */
  args: string[];
}

/** Parses the npm, npx and node commands in the code blocks and code spans of a Markdown text. */
export function parseCommands(text: string): Command[] {
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
  const createCommand = (
    kind: Command['kind'],
    name: string | undefined,
    args: string[],
  ): Command | undefined => {
    if (!name) return undefined;
    const options = args.filter((arg) => /^--./.test(arg)).map((arg) => arg.replace(/=.*$/, ''));
    return { line, text, kind, name, options, args: args.filter((arg) => !arg.startsWith('-')) };
  };
  if (first === 'npm' && (second === 'start' || second === 'test'))
    return createCommand('script', second, rest);
  if (first === 'npm' && second === 'run') return createCommand('script', rest[0], rest.slice(1));
  if (first === 'npm' && second === 'exec' && rest[1] === 'node')
    return createCommand('file', rest[2], rest.slice(3));
  if (first === 'npx') return createCommand('program', second, rest);
  if (first === 'node') return createCommand('file', second, rest);
  return undefined;
}

export interface CommandResult {
  code: number;
  output: string;
}

export interface CommandEnvironment {
  scripts: string[];
  exists(path: string): boolean;
  /** Runs a script with these arguments; code 1 when it times out. */
  runScript(name: string, args: string[]): Promise<CommandResult>;
  /** Runs a binary of node_modules with these arguments. */
  runProgram(name: string, args: string[]): Promise<CommandResult>;
}

/** Options with which a script only validates its other arguments. */
const dryRunOptions: Record<string, string> = { 'test:e2e': '--list' };

/**
 * A message when a command in a document is invalid: it does not exist, does not answer to --help, or does not have an option.
 * Undefined when it is valid.
 */
export async function findCommandProblem(
  command: Command,
  environment: CommandEnvironment,
): Promise<string | undefined> {
  const { kind, name, options, args, text } = command;
  const missing = args.find((arg) => arg.includes('/') && !environment.exists(arg));
  if (missing) return `${missing} does not exist`;
  if (kind === 'file') return environment.exists(name) ? undefined : `${name} does not exist`;
  if (kind === 'script' && !environment.scripts.includes(name)) return `package.json has no script ${name}`;
  if (kind === 'script' && options.length > 0 && !/ -- /.test(text))
    return `npm takes ${options[0]} as its own option`;
  const dryRunOption = dryRunOptions[name];
  if (kind === 'script' && dryRunOption && args.length > 0) {
    const { code, output } = await environment.runScript(name, [...args, dryRunOption]);
    if (code !== 0) return `${text} does not work: ${getLastLine(output)}`;
  }
  const run = kind === 'script' ? environment.runScript : environment.runProgram;
  const { code, output } = await run(name, ['--help']);
  if (code !== 0 || output.trim() === '') return `${name} does not answer to --help: ${getLastLine(output)}`;
  const unknown = options.find((option) => !output.includes(option));
  return unknown && `${name} has no option ${unknown}`;
}

function getLastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
