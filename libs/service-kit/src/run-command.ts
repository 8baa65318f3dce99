import { ConfigError } from './config.ts';

/** Runs a command. Prints only the message of a ConfigError and the stack of any other error; exits with 1 after either. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
