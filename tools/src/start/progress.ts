/** Prints each step when it is done, with its time; on a terminal also what is being worked on. */
export function createProgress(out: NodeJS.WriteStream) {
  const open = new Set<string>();
  let hasFailed = false;
  const draw = () => {
    if (out.isTTY && open.size > 0) out.write(`\r\u001b[K  … ${[...open].join(', ')}`);
  };
  const print = (line: string) => {
    out.write(`${out.isTTY ? '\r\u001b[K' : ''}${line}\n`);
    draw();
  };
  const begin = (name: string, work: Promise<unknown>) => {
    const started = performance.now();
    open.add(name);
    draw();
    const finish = (mark: string) => {
      open.delete(name);
      // One failure ends the other steps: only the first is news.
      if (hasFailed) return;
      hasFailed = mark === '✗';
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      print(`  ${mark} ${name.padEnd(24)}${seconds.padStart(6)} s`);
    };
    work.then(
      () => finish('✓'),
      () => finish('✗'),
    );
  };
  return { begin, print };
}
