import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isProcessRunning } from './process-status.ts';
import { repoRoot } from './paths.ts';
import { type ProgramOptions, runCommand, startProgram } from './processes.ts';
import { Supervisor } from './supervisor.ts';

const SERVER = "console.log('listening as ' + process.env.ROLE); setInterval(() => {}, 1000)";

function program(name: string, script = SERVER, env: Record<string, string> = {}): ProgramOptions {
  return {
    name,
    command: process.execPath,
    args: ['-e', script],
    env: { ROLE: 'first', ...env },
    ready: /listening/,
  };
}

/** Ids of the running child processes. */
async function childPids(): Promise<number[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

async function waitUntil(check: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('The condition was not met within 15 s.');
    await delay(20);
  }
}

describe('a program', () => {
  it('fails with its last output when it exits before it is ready', async () => {
    const script = "console.error('no database'); process.exit(3)";
    await expect(startProgram(program('service', script))).rejects.toThrow(
      /service exited early \(exit code 3\).*\n {4}no database/s,
    );
  });

  it('fails with its name when the command does not exist', async () => {
    await expect(startProgram({ ...program('tool'), command: '/nowhere/tool' })).rejects.toThrow(
      'tool exited early',
    );
  });

  describe('that needs an hour to be ready', () => {
    let folder = '';
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'program-'));
      vi.useFakeTimers({
        toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
      });
    });
    afterEach(async () => {
      vi.useRealTimers();
      await rm(folder, { recursive: true });
    });
    /** Starts a program that waits for a file, and lets an hour pass. */
    const startSlowly = (script: string) => {
      const lines: string[] = [];
      const file = join(folder, 'file');
      const waiting = `setInterval(() => { if (fs.existsSync(process.env.FILE)) { ${script} } }, 10)`;
      const slow = { ...program('slow', waiting, { FILE: file }), logFile: join(folder, 'slow.log') };
      const start = startProgram(slow, (line) => lines.push(line));
      vi.advanceTimersByTime(3600_000);
      return { lines, start, proceed: () => writeFile(file, '') };
    };

    it('is waited for, and says so every 10 s with its log', async () => {
      const { lines, start, proceed } = startSlowly("console.log('listening')");
      expect(lines).toHaveLength(360);
      expect(lines[1]).toBe(`  … still waiting: slow, 20 s, log ${join(folder, 'slow.log')}`);
      await proceed();
      const running = await start;
      vi.advanceTimersByTime(3600_000);
      expect(lines).toHaveLength(360);
      expect(isProcessRunning(running.pid)).toBe(true);
      running.kill('SIGKILL');
      await running.exited;
    });

    it('fails with its last output when it exits meanwhile', async () => {
      const { start, proceed } = startSlowly("console.error('no memory'); process.exit(3)");
      await proceed();
      await expect(start).rejects.toThrow(/slow exited early \(exit code 3\).*\n {4}no memory/s);
    });
  });

  it('exits when the process that started it is killed', async () => {
    const { ready, ...options } = program('child');
    const script = `
      import { startProgram } from '${repoRoot}/tools/src/local/processes.ts';
      const child = await startProgram({ ...${JSON.stringify(options)}, ready: ${ready} });
      console.log(child.pid);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(printed.toString());
    expect(isProcessRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await waitUntil(() => !isProcessRunning(pid));
  });

  it('returns its output when it succeeds, and throws it when it fails', async () => {
    const command = { name: 'task', command: process.execPath, args: ['-e', "console.log('done')"] };
    expect(await runCommand(command)).toEqual(['done']);
    const failing = { ...command, args: ['-e', "console.log('half'); process.exit(1)"] };
    await expect(runCommand(failing)).rejects.toThrow(/task failed \(exit code 1\).\n {4}half/);
  });
});

describe('the supervisor', () => {
  const logs: string[] = [];
  let supervisor = new Supervisor((line) => logs.push(line));
  afterEach(async () => {
    await supervisor.stopAll();
    logs.length = 0;
    supervisor = new Supervisor((line) => logs.push(line));
  });
  const getPid = (name: string) => supervisor.pid(name) ?? 0;

  it('fails the start when a program exits before all are ready', async () => {
    await supervisor.start(program('a', "console.log('listening'); setTimeout(() => process.exit(7), 50)"));
    await expect(supervisor.startFailure).rejects.toThrow('a exited (exit code 7)');
  });

  it('restarts a program that is killed after the start, and logs it', async () => {
    await supervisor.start(program('a'));
    supervisor.markStarted();
    const before = getPid('a');
    await supervisor.kill('a', 'SIGKILL');
    await waitUntil(() => logs.includes('a is running again.'));
    expect(logs[0]).toContain('a exited (killed by SIGKILL)');
    expect(getPid('a')).not.toBe(before);
    expect(isProcessRunning(getPid('a'))).toBe(true);
  });

  it('does not restart a stopped program until restart is called', async () => {
    await supervisor.start(program('a', `${SERVER}; process.on('SIGTERM', () => process.exit())`));
    supervisor.markStarted();
    const before = getPid('a');
    await supervisor.stop('a');
    expect(isProcessRunning(before)).toBe(false);
    expect(logs).toEqual([]);
    await supervisor.restart('a', { ROLE: 'second' });
    expect(isProcessRunning(getPid('a'))).toBe(true);
    expect(getPid('a')).not.toBe(before);
  });

  it('starts one instance when restart is called during an automatic restart', async () => {
    const slow = `setTimeout(() => console.log('listening'), 700); setInterval(() => {}, 1000)`;
    await supervisor.start(program('a', slow));
    supervisor.markStarted();
    const first = getPid('a');
    const before = new Set(await childPids());
    await supervisor.kill('a', 'SIGKILL');
    await waitUntil(async () => (await childPids()).some((pid) => pid !== first && !before.has(pid)));
    await supervisor.restart('a');
    const added = (await childPids()).filter((pid) => !before.has(pid));
    expect(added).toEqual([getPid('a')]);
  });

  it('starts one instance when restart is called before an automatic restart', async () => {
    const slow = `setTimeout(() => console.log('listening'), 1500); setInterval(() => {}, 1000)`;
    const before = new Set(await childPids());
    await supervisor.start(program('a', slow));
    supervisor.markStarted();
    await supervisor.kill('a', 'SIGKILL');
    await supervisor.restart('a');
    const added = (await childPids()).filter((pid) => !before.has(pid));
    expect(added).toEqual([getPid('a')]);
  });

  it('restarts a program that does not become ready', async () => {
    const starting = supervisor
      .start(program('a', `if (process.env.ROLE === 'first') console.log = () => {}; ${SERVER}`))
      .catch((error: Error) => error.message);
    await supervisor.restart('a', { ROLE: 'second' });
    expect(await starting).toContain('a exited early');
    expect(isProcessRunning(getPid('a'))).toBe(true);
  });

  it('stops all programs, including one that is starting', async () => {
    await supervisor.start(program('a'));
    const a = getPid('a');
    const starting = supervisor
      .start(program('b', 'setInterval(() => {}, 1000)'))
      .catch((error: Error) => error.message);
    await supervisor.stopAll();
    expect(await starting).toContain('b exited early');
    expect(isProcessRunning(a)).toBe(false);
    await expect(supervisor.start(program('c'))).rejects.toThrow();
  });
});
