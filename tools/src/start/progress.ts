/** Prints each step with its duration when it is done; on a terminal also the running steps. */
export function createProgress(out: NodeJS.WriteStream) {
  const running = new Set<string>();
  let hasFailed = false;
  const render = () => {
    if (out.isTTY && running.size > 0) out.write(`\r\u001b[K  … ${[...running].join(', ')}`);
  };
  const print = (line: string) => {
    out.write(`${out.isTTY ? '\r\u001b[K' : ''}${line}\n`);
    render();
  };
  const trackStep = (name: string, work: Promise<unknown>) => {
    const started = performance.now();
    running.add(name);
    render();
    const finish = (mark: string) => {
      running.delete(name);
      // The first failure stops the other steps, so only it is printed.
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
  return { trackStep, print };
}
