import { parseArgs, type ParseArgsConfig } from 'node:util';

type Arguments<Config extends ParseArgsConfig> = ReturnType<typeof parseArgs<Config>>;

/** With --help, prints the help text and exits. Call it before the command has any effect. */
export function handleHelpOption(help: string): void {
  if (!process.argv.slice(2).includes('--help')) return;
  process.stdout.write(help);
  process.exit(0);
}

/** Parses the arguments of a command. Throws a sentence and the help text for one that the command does not take. */
export function parseArguments<Config extends ParseArgsConfig>(
  help: string,
  config: Config,
  maxPositionals = Infinity,
): Arguments<Config> {
  try {
    const parsed = parseArgs(config);
    const surplus = parsed.positionals[maxPositionals];
    if (surplus !== undefined) throw new Error(`Unexpected argument '${surplus}'`);
    return parsed;
  } catch (error) {
    // The further sentences of Node's messages are for developers.
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new Error(`${sentence.replace(/\.$/, '')}.\n\n${help}`, { cause: error });
  }
}

/** Parses the arguments of this process; prints the help text, and exits, with --help and with an argument that the command does not take. */
export function readArguments<Config extends ParseArgsConfig>(
  help: string,
  config: Config,
  maxPositionals?: number,
): Arguments<Config> {
  handleHelpOption(help);
  try {
    return parseArguments(help, config, maxPositionals);
  } catch (error) {
    process.stderr.write((error as Error).message);
    process.exit(1);
  }
}
