import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLogFile } from './log-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function write(file: string, from: number, to: number): Promise<void> {
  const log = openLogFile(file, '10K');
  for (let line = from; line < to; line += 1) log.write(`${String(line).padStart(99)}\n`);
  log.end();
  await finished(log);
}

describe('a log file', () => {
  it('keeps the last lines in two files of limited size', async () => {
    const file = join(folder, 'logs', 'flights.log');
    await write(file, 0, 5000);
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['flights.log', 'flights.log.1']);
    const older = readFileSync(`${file}.1`, 'utf8');
    const lines = `${older}${readFileSync(file, 'utf8')}`.trim().split(/\n\s*/).map(Number);
    expect(lines.at(-1)).toBe(4999);
    expect(lines).toEqual(Array.from({ length: lines.length }, (_, index) => 5000 - lines.length + index));
    for (const path of [file, `${file}.1`]) expect(statSync(path).size).toBeLessThanOrEqual(20_480);
  });

  it('appends to the file of an earlier run', async () => {
    const file = join(folder, 'edge.log');
    await write(file, 0, 3);
    await write(file, 3, 5);
    expect(readFileSync(file, 'utf8').trim().split(/\n\s*/)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('stays within the size limit over many runs', async () => {
    const file = join(folder, 'logs', 'edge.log');
    for (let run = 0; run < 50; run += 1) await write(file, run * 10, run * 10 + 10);
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['edge.log', 'edge.log.1']);
    for (const path of [file, `${file}.1`]) expect(statSync(path).size).toBeLessThanOrEqual(20_480);
    expect(readFileSync(file, 'utf8')).toContain('499');
  });

  it('does not stop the process when it cannot be written', async () => {
    writeFileSync(join(folder, 'logs'), 'a file where the folder should be');
    await expect(write(join(folder, 'logs', 'edge.log'), 0, 1)).rejects.toThrow();
  });
});
