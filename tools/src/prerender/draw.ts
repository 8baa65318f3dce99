import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import type { Brand } from '@fareline/contracts';
import { z } from 'zod';

export interface DrawRequest {
  /** Absolute path of the shell's file that draws the frame of a page. */
  frameFile: string;
  /** Absolute path of the remote's file that draws its screens. */
  screenFile: string;
  brand: Brand;
  paths: readonly string[];
  /** Milliseconds until the drawing is killed. */
  timeoutMs?: number;
}

/** Node starts its debugger at this signal unless something listens: code that is drawn could read this process through it. */
process.on('SIGUSR1', () => undefined);

const child = join(import.meta.dirname, 'draw-child.cjs');
const maxBytes = 4_000_000;
const maxMemoryMb = 256;
const markupSchema = z.record(z.string(), z.string().min(1));

/** The text of a stream, given up when it grows beyond any page. */
const boundedText = (stream: Readable) => {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? new Error('What was drawn is too large.') : null, chunk);
    },
  });
  stream.on('error', (error) => limit.destroy(error));
  return text(stream.pipe(limit));
};

/**
 * The markup of each path, drawn by the code of two releases. That code runs in a short-lived process of its own: without
 * the environment of this one, without files other than its own, and with limits of time, memory and output. Rejects with
 * the reason when nothing useful comes out.
 */
export async function drawPages({
  frameFile,
  screenFile,
  brand,
  paths,
  timeoutMs = 10_000,
}: DrawRequest): Promise<Record<string, string>> {
  const readable = [child, frameFile, screenFile].map((file) => `--allow-fs-read=${file}`);
  const args = ['--permission', ...readable, `--max-old-space-size=${maxMemoryMb}`];
  const drawing = spawn(process.execPath, [...args, child, frameFile, screenFile], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  // What loops would outlive this process.
  const kill = () => void drawing.kill('SIGKILL');
  process.once('exit', kill);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, timeoutMs);
  const ended = new Promise<number | null>((resolve, reject) => {
    drawing.on('error', reject);
    drawing.on('close', resolve);
  });
  drawing.stdin!.on('error', () => undefined);
  drawing.stdin!.end(JSON.stringify({ brand, paths }));
  try {
    const [markup, complaint, code] = await Promise.all([
      boundedText(drawing.stdio[3] as Readable),
      boundedText(drawing.stderr!),
      ended,
    ]);
    if (isLate) throw new Error(`The drawing took longer than ${timeoutMs / 1000} s.`);
    if (code !== 0 || markup === '')
      throw new Error(complaint.trim() || 'The drawing ended without a reason.');
    const drawn = markupSchema.parse(JSON.parse(markup));
    return Object.fromEntries(paths.map((path) => [path, z.string().parse(drawn[path])]));
  } finally {
    clearTimeout(timer);
    process.off('exit', kill);
    kill();
  }
}
