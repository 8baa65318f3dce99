import { basename, dirname } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/** About 20 MB for each program: the current file and one rotated file, `<name>.log.1`. */
const maxFileSize = '10M';
const maxRotatedFiles = 1;

/** Opens a rotated log file for appending; creates its folder. */
export function openLogFile(file: string, size = maxFileSize): RotatingFileStream {
  const name = basename(file);
  const stream = createStream((index) => (index ? `${name}.${Number(index)}` : name), {
    path: dirname(file),
    size,
    rotate: maxRotatedFiles,
  });
  // A write error, such as a full disk, must not stop the product.
  stream.on('error', () => undefined);
  return stream;
}
