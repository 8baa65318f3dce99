import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@fareline/contracts';
import { expect, it, vi } from 'vitest';
import { AppError } from '../app-error.ts';
import { remoteSessions } from './remote-sessions.ts';

const claims = { jti: randomUUID(), sub: randomUUID(), aud: 'fareline' as const };
const sessionsOf = (respond: () => Promise<unknown>) => {
  const call = vi.fn(respond);
  return { call, sessions: remoteSessions(call as never, ['https://fares.example']) };
};
const failing = (code: ErrorCode) =>
  sessionsOf(() => Promise.reject(new AppError(code))).sessions.findSession(claims);

it('[SECURITY-02] asks accounts for the user of the session', async () => {
  const user = { id: claims.sub, username: 'ada' };
  const { call, sessions } = sessionsOf(async () => user);
  expect(await sessions.findSession(claims)).toBe(user);
  const body = { session_id: claims.jti, user_id: claims.sub, audience: claims.aud };
  expect(call).toHaveBeenCalledWith(expect.anything(), { body });
});

it('[SECURITY-02] has no user for a session that accounts calls ended', async () =>
  expect(await failing('NOT_AUTHENTICATED')).toBeNull());

it('[SECURITY-02] passes on every other failure, so that nobody seems signed out while accounts is unavailable', async () => {
  await expect(failing('SERVICE_UNAVAILABLE')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const broken = sessionsOf(() => Promise.reject(new TypeError('broken')));
  await expect(broken.sessions.findSession(claims)).rejects.toThrow(TypeError);
});

it('loads the published keys', async () =>
  expect(await sessionsOf(async () => ({ keys: ['key'] })).sessions.loadKeys()).toEqual(['key']));
