import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive } from './alive.ts';
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

/** Processes that this one started and that live. */
async function childPids(): Promise<number[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('did not happen within 15 s');
    await delay(20);
  }
}

describe('a program', () => {
  it('that ends before it is ready is told with its last words', async () => {
    const script = "console.error('no database'); process.exit(3)";
    await expect(startProgram(program('service', script))).rejects.toThrow(
      /service ended early \(exit code 3\).*\n {4}no database/s,
    );
  });

  it('that does not exist is told by name', async () => {
    await expect(startProgram({ ...program('tool'), command: '/nowhere/tool' })).rejects.toThrow(
      'tool ended early',
    );
  });

  it('that is never ready is ended', async () => {
    const slow = {
      ...program('slow', 'console.log(process.pid); setInterval(() => {}, 1000)'),
      readyTimeoutMs: 1500,
    };
    const error = await startProgram(slow).catch((reason: Error) => reason.message);
    expect(error).toContain('slow was not ready after 1.5 s');
    const pid = Number(/(\d+)$/.exec(String(error))?.[1]);
    expect(isAlive(pid)).toBe(false);
  });

  it('dies with the process that started it, even when that is killed', async () => {
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
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });

  it('run to its end gives its output, or fails with it', async () => {
    const command = { name: 'task', command: process.execPath, args: ['-e', "console.log('done')"] };
    expect(await runCommand(command)).toEqual(['done']);
    const failing = { ...command, args: ['-e', "console.log('half'); process.exit(1)"] };
    await expect(runCommand(failing)).rejects.toThrow(/task failed \(exit code 1\).\n {4}half/);
  });
});

describe('the supervisor', () => {
  const reports: string[] = [];
  let supervisor = new Supervisor((line) => reports.push(line));
  afterEach(async () => {
    await supervisor.stop();
    reports.length = 0;
    supervisor = new Supervisor((line) => reports.push(line));
  });
  const pidOf = (name: string) => supervisor.pid(name) ?? 0;

  it('fails the start when a program dies before all are ready', async () => {
    await supervisor.start(program('a', "console.log('listening'); setTimeout(() => process.exit(7), 50)"));
    await expect(supervisor.died).rejects.toThrow('a ended (exit code 7)');
  });

  it('starts again what is killed later, and says so', async () => {
    await supervisor.start(program('a'));
    supervisor.settled();
    const before = pidOf('a');
    await supervisor.kill('a', 'SIGKILL');
    await until(() => reports.includes('a runs again.'));
    expect(reports[0]).toContain('a ended (ended by SIGKILL)');
    expect(pidOf('a')).not.toBe(before);
    expect(isAlive(pidOf('a'))).toBe(true);
  });

  it('leaves down what is halted, until it is restarted, with other settings if asked', async () => {
    await supervisor.start(program('a', `${SERVER}; process.on('SIGTERM', () => process.exit())`));
    supervisor.settled();
    const before = pidOf('a');
    await supervisor.halt('a');
    expect(isAlive(before)).toBe(false);
    expect(reports).toEqual([]);
    await supervisor.restart('a', { ROLE: 'second' });
    expect(isAlive(pidOf('a'))).toBe(true);
    expect(pidOf('a')).not.toBe(before);
  });

  it('restarts one that is coming back after an accident once', async () => {
    const slow = `setTimeout(() => console.log('listening'), 700); setInterval(() => {}, 1000)`;
    await supervisor.start(program('a', slow));
    supervisor.settled();
    const first = pidOf('a');
    const before = new Set(await childPids());
    await supervisor.kill('a', 'SIGKILL');
    await until(async () => (await childPids()).some((pid) => pid !== first && !before.has(pid)));
    await supervisor.restart('a');
    const added = (await childPids()).filter((pid) => !before.has(pid));
    expect(added).toEqual([pidOf('a')]);
  });

  it('starts one once that is restarted while it waits to come back after an accident', async () => {
    const slow = `setTimeout(() => console.log('listening'), 1500); setInterval(() => {}, 1000)`;
    const before = new Set(await childPids());
    await supervisor.start(program('a', slow));
    supervisor.settled();
    await supervisor.kill('a', 'SIGKILL');
    await supervisor.restart('a');
    const added = (await childPids()).filter((pid) => !before.has(pid));
    expect(added).toEqual([pidOf('a')]);
  });

  it('ends all of them, and one that is just starting too', async () => {
    await supervisor.start(program('a'));
    const a = pidOf('a');
    const starting = supervisor
      .start(program('b', 'setInterval(() => {}, 1000)'))
      .catch((error: Error) => error.message);
    await supervisor.stop();
    expect(await starting).toContain('b ended early');
    expect(isAlive(a)).toBe(false);
    await expect(supervisor.start(program('c'))).rejects.toThrow();
  });
});
