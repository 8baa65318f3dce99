import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { clearSessionCookie, setSessionCookie, usesSecureCookies } from './session-cookie.ts';

const https = ['https://fares.example', 'https://sky.example'];
const http = ['http://localhost:3000'];

async function readCookie(origins: string[], change: 'set' | 'clear') {
  const app = Fastify();
  await app.register(cookie);
  app.get('/', async (_request, reply) => {
    if (change === 'set') setSessionCookie(reply, 'token', origins);
    else clearSessionCookie(reply, origins);
    return {};
  });
  const [found] = (await app.inject('/')).cookies;
  await app.close();
  return found;
}

it('[SECURITY-01] is readable by no script, sent with no cross-site write, and lasts 30 days', async () => {
  const found = await readCookie(https, 'set');
  expect(found).toEqual({
    name: 'session',
    value: 'token',
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: true,
    maxAge: 2_592_000,
  });
});

it('[SECURITY-01] is Secure only when every origin of the site uses https', async () => {
  expect(usesSecureCookies(https)).toBe(true);
  expect(usesSecureCookies([...https, ...http])).toBe(false);
  expect((await readCookie(http, 'set'))?.secure).toBeUndefined();
});

it('[SECURITY-02] is removed with the attributes that it was set with', async () => {
  const found = await readCookie(https, 'clear');
  expect(found).toMatchObject({ name: 'session', value: '', path: '/', httpOnly: true, secure: true });
  expect(found?.expires?.getTime() ?? found?.maxAge).toBe(0);
});
