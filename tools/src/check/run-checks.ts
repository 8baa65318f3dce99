import { type ChildProcess, spawn } from 'node:child_process';
import { repoRoot } from '../local/paths.ts';
import type { Check } from './checks.ts';

export interface Outcome {
  passed: number;
  failed: number;
}

/** Runs one command and prints one line; the output too when it failed. */
export async function runCheck(check: Check, say: (line: string) => void): Promise<Outcome> {
  const started = performance.now();
  const { code, output } = await capture(check);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`  ${code === 0 ? '✓' : '✗'} ${check.name.padEnd(24)}${seconds.padStart(6)} s`);
  if (code === 0) return { passed: 1, failed: 0 };
  say(output.trimEnd().replace(/^/gm, '    '));
  return { passed: 0, failed: 1 };
}

/** Runs all of them one after the other, whatever fails on the way. */
export async function runChecks(checks: Check[], say: (line: string) => void): Promise<Outcome> {
  const sum: Outcome = { passed: 0, failed: 0 };
  for (const check of checks) {
    const { passed, failed } = await runCheck(check, say);
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

/** Runs a command to its end; a signal or a missing program count as code 1. */
export function capture(check: Omit<Check, 'name'>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(check.command, check.args, {
      cwd: repoRoot,
      env: { ...process.env, FORCE_COLOR: '0', ...check.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const release = endWithUs(child);
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => {
      release();
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

/** A signal to us ends the child, which tidies up after itself, and then us. Returns how to stop listening. */
function endWithUs(child: ChildProcess): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const end = (signal: NodeJS.Signals) => {
    child.once('close', () => process.exit(130));
    child.kill(signal);
  };
  for (const signal of signals) process.once(signal, end);
  return () => {
    for (const signal of signals) process.removeListener(signal, end);
  };
}
