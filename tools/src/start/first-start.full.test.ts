import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { inheritedVariables } from '../local/deps.ts';
import { repoRoot } from '../local/paths.ts';
import { findFreePort } from '../local/ports.ts';
import { runCommand, startProgram } from '../local/processes.ts';
import { pick } from '../local/providers.ts';

// A umask that lets nobody else read what is written is usual on servers.
it.each(['022', '077'])(
  'becomes ready in a fresh clone with the umask %s, and ends with Ctrl-C',
  async (umask) => {
    const folder = mkdtempSync(join(tmpdir(), 'first-start-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const port = await findFreePort();
    const shell = {
      name: 'fresh clone',
      command: 'sh',
      env: { ...pick(process.env, inheritedVariables), PORT: String(port) },
    };
    await runCommand({
      ...shell,
      args: ['-c', `umask ${umask}; git clone --quiet ${repoRoot} ${folder}/clone`],
    });
    const running = await startProgram({
      ...{ ...shell, cwd: join(folder, 'clone'), ready: /^Ready: http/ },
      args: ['-c', `umask ${umask}; exec npm start`],
    });
    onTestFinished(() => running.stop());
    const home = await fetch(`http://localhost:${port}/`);
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('<title>')]);
    // Ctrl-C sends the signal to the whole group.
    process.kill(-running.pid, 'SIGINT');
    const late = setTimeout(60_000, 'still running a minute after Ctrl-C', { ref: false });
    // npm ends by the signal when its script has exited with 130.
    expect(await Promise.race([running.exited, late])).toMatch(/^(exit code 130|killed by SIGINT)$/);
  },
  600_000,
);
