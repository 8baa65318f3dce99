import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** One change: collection, id, and the new value, or null for a removal. */
export type Change = [collection: string, id: string, value: unknown];

/**
 * An append-only file of batches, one JSON line each. A batch is written by a single call before the response is sent, so after
 * a crash it is complete or missing; an incomplete last line is ignored on reading.
 */
export interface Journal {
  append(batch: Change[]): void;
  /** Replaces the file by one batch with the whole state, to limit its size. */
  compact(all: Change[]): void;
  close(): void;
}

export function readJournal(path: string): Change[] {
  if (!existsSync(path)) return [];
  const changes: Change[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue;
    try {
      changes.push(...(JSON.parse(line) as Change[]));
    } catch {
      break;
    }
  }
  return changes;
}

export function openJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a');
  return {
    append: (batch) => {
      writeSync(file, `${JSON.stringify(batch)}\n`);
    },
    compact: (all) => {
      writeFileSync(`${path}.new`, `${JSON.stringify(all)}\n`);
      closeSync(file);
      renameSync(`${path}.new`, path);
      file = openSync(path, 'a');
    },
    close: () => closeSync(file),
  };
}

/** Used without a state file: nothing is stored. */
export const noJournal: Journal = { append: () => {}, compact: () => {}, close: () => {} };
