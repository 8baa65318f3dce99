import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repoRoot } from '../local/paths.ts';
import {
  type Answer,
  type Command,
  commandProblem,
  commandsOf,
  type CommandWorld,
} from './document-commands.ts';
import { documents } from './markdown-files.ts';

// Whether the commands that the documents name are there and answer, and so does every script of package.json.
const limitMs = 60_000;
const atOnce = 2;

const { scripts } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const answers = new Map<string, Promise<Answer>>();

const worldOf = (file: string): CommandWorld => ({
  scripts: Object.keys(scripts),
  exists: (path) =>
    [repoRoot, join(repoRoot, dirname(file))].some((folder) => existsSync(join(folder, path))),
  runScript: (name, args) => runOnce('npm', ['run', '--silent', name, '--', ...args]),
  runProgram: (name, args) => runOnce('npx', ['--no-install', name, ...args]),
});

/** The same command is run once, however often it is named. */
function runOnce(command: string, args: string[]): Promise<Answer> {
  const key = [command, ...args].join(' ');
  const answer = answers.get(key) ?? run(command, args);
  answers.set(key, answer);
  return answer;
}

function run(command: string, args: string[]): Promise<Answer> {
  return new Promise((resolve) => {
    // A group of its own: what does not answer is ended with all that it has started.
    const child = spawn(command, args, { cwd: repoRoot, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), limitMs);
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

const named = documents().flatMap((file) =>
  commandsOf(readFileSync(join(repoRoot, file), 'utf8')).map((command) => ({ file, command })),
);
const own = Object.keys(scripts).map((name) => {
  const command: Command = { line: 1, text: `npm run ${name}`, kind: 'script', name, options: [], words: [] };
  return { file: 'package.json', command };
});

const problems: string[] = [];
const queue = [...named, ...own];
const worker = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const problem = await commandProblem(next.command, worldOf(next.file));
    if (problem) problems.push(`${next.file}:${next.command.line}: ${problem}`);
  }
};
await Promise.all(Array.from({ length: atOnce }, worker));
for (const problem of problems.sort()) process.stdout.write(`${problem}\n`);
process.stdout.write(`${named.length} commands in documents, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
