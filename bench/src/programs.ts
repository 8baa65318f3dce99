import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const started: ChildProcess[] = [];

export interface Program {
  url: string;
}

async function untilSaid(child: ChildProcess, pattern: RegExp, name: string): Promise<RegExpExecArray> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = pattern.exec(output);
      if (match) resolve(match);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${name} ended:\n${output}`)));
  });
}

/** A TypeScript program of this repository on a free port. */
export async function startProgram(path: string, env: Record<string, string> = {}): Promise<Program> {
  const child = spawn(process.execPath, [path], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const match = await untilSaid(child, /listening on (http:\/\/\S+)/i, path);
  return { url: match[1] ?? '' };
}

/** REDIS_URL, else a Redis of this run from `redis-server` on the path. */
export async function startRedis(): Promise<string> {
  if (process.env.REDIS_URL) return process.env.REDIS_URL;
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  await untilSaid(child, /ready to accept connections/i, 'redis-server');
  return `redis://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

export async function stopAll(): Promise<void> {
  for (const child of started.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
}
