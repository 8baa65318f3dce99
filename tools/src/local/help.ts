/** Prints what a command does, and ends, where that is asked for with --help. To be called before the command does anything. */
export function answerHelp(text: string): void {
  if (!process.argv.slice(2).includes('--help')) return;
  process.stdout.write(text);
  process.exit(0);
}
