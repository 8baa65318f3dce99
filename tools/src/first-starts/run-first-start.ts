import { setTimeout } from 'node:timers/promises';
import { repoRoot } from '../local/paths.ts';
import { startProgram } from '../local/processes.ts';
import { formatError, UserError } from '../local/user-error.ts';

const stopTimeoutMs = 60_000;

interface FirstStart {
  port: number;
  dataDir: string;
  umask: string;
}

/**
 * Runs `npm start` with a new data folder and stops it with Ctrl-C. Returns a problem; undefined when the product became ready, served
 * its home page and exited.
 */
export async function runFirstStart({ port, dataDir, umask }: FirstStart): Promise<string | undefined> {
  const { PATH, HOME, LANG } = process.env;
  try {
    const running = await startProgram({
      name: 'npm start',
      command: 'sh',
      args: ['-c', `umask ${umask}; exec npm start`],
      cwd: repoRoot,
      env: { PATH, HOME, LANG, PORT: String(port), FARELINE_DATA: dataDir },
      ready: /^Ready: http/,
    });
    try {
      await checkHomePage(port);
      // Ctrl-C sends the signal to the whole group.
      process.kill(-running.pid, 'SIGINT');
      const late = setTimeout(stopTimeoutMs, 'still running a minute after Ctrl-C', { ref: false });
      const result = await Promise.race([running.exited, late]);
      // npm exits by the signal when its script has exited with 130.
      if (!['exit code 130', 'killed by SIGINT'].includes(result))
        throw new UserError([`npm start: ${result}`, ...running.lastLines()].join('\n'));
    } finally {
      await running.stop();
    }
    return undefined;
  } catch (error) {
    return formatError(error);
  }
}

async function checkHomePage(port: number): Promise<void> {
  const response = await fetch(`http://localhost:${port}/`, { signal: AbortSignal.timeout(10_000) });
  const html = await response.text();
  if (!response.ok || !html.includes('<title>'))
    throw new UserError(`The home page returned ${response.status}.`);
}
