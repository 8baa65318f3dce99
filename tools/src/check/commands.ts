import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import {
  type CommandResult,
  type Command,
  findCommandProblem,
  parseCommands,
  type CommandEnvironment,
} from './document-commands.ts';
import { listMarkdownFiles } from './markdown-files.ts';

// Checks that the commands in the documents and all scripts of package.json exist and answer to --help.
const timeoutMs = 60_000;
const maxConcurrentCommands = 2;

const { scripts } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const results = new Map<string, Promise<CommandResult>>();

const createEnvironment = (file: string): CommandEnvironment => ({
  scripts: Object.keys(scripts),
  exists: (path) =>
    [repoRoot, join(repoRoot, dirname(file))].some((folder) => existsSync(join(folder, path))),
  runScript: (name, args) => runOnce('npm', ['run', '--silent', name, '--', ...args]),
  runProgram: (name, args) => runOnce('npx', ['--no-install', name, ...args]),
});

/** Runs each command only once. */
function runOnce(command: string, args: string[]): Promise<CommandResult> {
  const key = [command, ...args].join(' ');
  const result = results.get(key) ?? run(command, args);
  results.set(key, result);
  return result;
}

function run(command: string, args: string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    // A separate process group, so that a command that times out is killed with all its children.
    const child = spawn(command, args, { cwd: repoRoot, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), timeoutMs);
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

const documentCommands = listMarkdownFiles().flatMap((file) =>
  parseCommands(readFileSync(join(repoRoot, file), 'utf8')).map((command) => ({ file, command })),
);
const scriptCommands = Object.keys(scripts).map((name) => {
  const command: Command = { line: 1, text: `npm run ${name}`, kind: 'script', name, options: [], args: [] };
  return { file: 'package.json', command };
});

const problems: string[] = [];
const queue = [...documentCommands, ...scriptCommands];
const worker = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const problem = await findCommandProblem(next.command, createEnvironment(next.file));
    if (problem) problems.push(`${next.file}:${next.command.line}: ${problem}`);
  }
};
await Promise.all(Array.from({ length: maxConcurrentCommands }, worker));
for (const problem of problems.sort()) process.stdout.write(`${problem}\n`);
process.stdout.write(`${documentCommands.length} commands in documents, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
