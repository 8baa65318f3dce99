import { basename, dirname } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/** About 20 MB for each program: what it wrote last, and the part before that as `<name>.log.1`. */
const maxSize = '10M';
const olderFiles = 1;

/** A log file that lines are added to and that cannot fill the disk. Its folder is made. */
export function openLog(file: string, size = maxSize): RotatingFileStream {
  const name = basename(file);
  const stream = createStream((index) => (index ? `${name}.${Number(index)}` : name), {
    path: dirname(file),
    size,
    rotate: olderFiles,
  });
  // A full disk must not take the product down through its log.
  stream.on('error', () => undefined);
  return stream;
}
