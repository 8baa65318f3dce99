/** With --help, prints the help text and exits. Call it before the command has any effect. */
export function handleHelpOption(text: string): void {
  if (!process.argv.slice(2).includes('--help')) return;
  process.stdout.write(text);
  process.exit(0);
}
