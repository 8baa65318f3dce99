import { spawnSync } from 'node:child_process';
import { repoRoot } from '../local/paths.ts';
import { UserError } from '../local/user-error.ts';

const maxBuffer = 64 * 1024 * 1024;

/** Runs a command and returns its status and output. */
export function attempt(command: string, args: readonly string[]): { status: number; output: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...{ cwd: repoRoot, encoding: 'utf8', maxBuffer },
  });
  return { status: status ?? 1, output: `${stdout ?? ''}${stderr ?? ''}${error ? error.message : ''}` };
}

/** Runs a command. Throws a UserError with its last lines when it fails; its arguments may be secret. */
export function run(command: string, args: readonly string[]): string {
  const { status, output } = attempt(command, args);
  if (status === 0) return output.trim();
  const lines = output.trimEnd().split('\n').slice(-15);
  throw new UserError([`${command} ${args[0] ?? ''} failed (status ${status}):`, ...lines].join('\n'));
}

/** What a command prints to its standard output. */
export function read(command: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(command, args, { cwd: repoRoot, encoding: 'utf8', maxBuffer });
  if (status !== 0) throw new UserError(`${command} ${args.join(' ')} failed (status ${status}).`);
  return stdout.trim();
}
