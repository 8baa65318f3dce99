import { afterEach, expect, it, vi } from 'vitest';
import { createKillPoint } from './kill-point.ts';

afterEach(() => vi.restoreAllMocks());

it('[MONEY-25] kills the process at the named point only, and never in production', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  createKillPoint({ NODE_ENV: 'production', KILL_POINT: 'before:call:order' })('before:call:order');
  createKillPoint({ NODE_ENV: 'test' })('before:call:order');
  createKillPoint({ NODE_ENV: 'test', KILL_POINT: 'before:call:order' })('after:call:order');
  expect(kill).not.toHaveBeenCalled();
  createKillPoint({ NODE_ENV: 'test', KILL_POINT: 'before:call:order' })('before:call:order');
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL');
});
