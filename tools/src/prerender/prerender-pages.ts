import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import type { PublicBrand } from '@fareline/contracts';
import { z } from 'zod';

export interface PrerenderRequest {
  /** Absolute path of the shell's script that renders the frame of a page. */
  frameFile: string;
  /** Absolute path of the remote's script that renders its screens. */
  screenFile: string;
  brand: PublicBrand;
  paths: readonly string[];
  /** Milliseconds until the renderer is killed; default 10,000. */
  timeoutMs?: number;
}

/** Without a listener Node starts its debugger on SIGUSR1, through which the rendering code could read this process. */
process.on('SIGUSR1', () => undefined);

const rendererFile = join(import.meta.dirname, 'renderer.cjs');
const maxBytes = 4_000_000;
const maxMemoryMb = 256;
const markupSchema = z.record(z.string(), z.string().min(1));

/** Reads the text of a stream; fails when it exceeds `maxBytes`. */
const readBoundedText = (stream: Readable) => {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? new Error('The output of the renderer is too large.') : null, chunk);
    },
  });
  stream.on('error', (error) => limit.destroy(error));
  return text(stream.pipe(limit));
};

/**
 * Renders the markup of each path with the code of two releases, and returns it by path. That code runs in a short-lived process
 * without environment variables, without access to other files, and with limits on time, memory and output. Rejects with the
 * reason when rendering fails.
 */
export async function prerenderPages({
  frameFile,
  screenFile,
  brand,
  paths,
  timeoutMs = 10_000,
}: PrerenderRequest): Promise<Record<string, string>> {
  const readable = [rendererFile, frameFile, screenFile].map((file) => `--allow-fs-read=${file}`);
  const args = ['--permission', ...readable, `--max-old-space-size=${maxMemoryMb}`];
  const renderer = spawn(process.execPath, [...args, rendererFile, frameFile, screenFile], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  // A renderer in an endless loop would otherwise outlive this process.
  const kill = () => void renderer.kill('SIGKILL');
  process.once('exit', kill);
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    kill();
  }, timeoutMs);
  const exited = new Promise<number | null>((resolve, reject) => {
    renderer.on('error', reject);
    renderer.on('close', resolve);
  });
  renderer.stdin!.on('error', () => undefined);
  renderer.stdin!.end(JSON.stringify({ brand, paths }));
  try {
    const [markup, errorOutput, code] = await Promise.all([
      readBoundedText(renderer.stdio[3] as Readable),
      readBoundedText(renderer.stderr!),
      exited,
    ]);
    if (hasTimedOut) throw new Error(`Rendering took longer than ${timeoutMs / 1000} s.`);
    if (code !== 0 || markup === '')
      throw new Error(errorOutput.trim() || 'The renderer exited without an error message.');
    const rendered = markupSchema.parse(JSON.parse(markup));
    return Object.fromEntries(paths.map((path) => [path, z.string().parse(rendered[path])]));
  } finally {
    clearTimeout(timer);
    process.off('exit', kill);
    kill();
  }
}
