import { parseArgs, type ParseArgsConfig } from 'node:util';

type Arguments<Config extends ParseArgsConfig> = ReturnType<typeof parseArgs<Config>>;

/** With --help, prints the help text and exits. Call it before the command has any effect. */
export function handleHelpOption(help: string): void {
  if (!process.argv.slice(2).includes('--help')) return;
  process.stdout.write(help);
  process.exit(0);
}

/** Says in a sentence why a command does not take its arguments. */
export class UsageError extends Error {}

/** For a UsageError, prints its sentence and exits, with the status that shells use for it. */
export function exitOnUsageError(error: unknown): void {
  if (!(error instanceof UsageError)) return;
  process.stderr.write(`${error.message}\nSee --help.\n`);
  process.exit(2);
}

function parseArguments<Config extends ParseArgsConfig>(
  config: Config,
  maxPositionals: number,
): Arguments<Config> {
  try {
    const parsed = parseArgs(config);
    const surplus = parsed.positionals[maxPositionals];
    if (surplus !== undefined) throw new Error(`Unexpected argument '${surplus}'`);
    return parsed;
  } catch (error) {
    // The further sentences of Node's messages are for developers.
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`, { cause: error });
  }
}

/** Parses the arguments of this process. With --help prints the help text, and exits; with one that the command does not take, too. */
export function readArguments<Config extends ParseArgsConfig>(
  help: string,
  config: Config,
  maxPositionals = Infinity,
): Arguments<Config> {
  handleHelpOption(help);
  try {
    return parseArguments(config, maxPositionals);
  } catch (error) {
    exitOnUsageError(error);
    throw error;
  }
}
