import { ConfigError } from './config.ts';

/** Runs a command's work. A ConfigError is told with its sentence alone, anything else with its stack; both exit with 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
