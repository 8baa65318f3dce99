import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { clearSessionCookie, getCookieName, setSessionCookie, usesSecureCookies } from './session-cookie.ts';

const https = ['https://fares.example', 'https://sky.example'];
const http = ['http://localhost:3000'];

async function readCookies(origins: string[], change: 'set' | 'clear') {
  const app = Fastify();
  await app.register(cookie);
  app.get('/', async (_request, reply) => {
    if (change === 'set') setSessionCookie(reply, 'token', origins);
    else clearSessionCookie(reply, origins);
    return {};
  });
  const { cookies } = await app.inject('/');
  await app.close();
  return cookies;
}

it('[SECURITY-01] is readable by no script, sent with no cross-site write, and lasts 30 days', async () => {
  expect(await readCookies(https, 'set')).toEqual([
    {
      name: '__Host-session',
      value: 'token',
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: true,
      maxAge: 2_592_000,
    },
    { name: 'signed-in', value: '1', path: '/', sameSite: 'Lax', secure: true, maxAge: 2_592_000 },
  ]);
});

it('[SECURITY-01] is Secure only when every origin of the site uses https', async () => {
  expect(usesSecureCookies(https)).toBe(true);
  expect(usesSecureCookies([...https, ...http])).toBe(false);
  const [cookie] = await readCookies(http, 'set');
  expect([cookie?.name, cookie?.secure]).toEqual(['session', undefined]);
});

it('[SECURITY-01] has a name that browsers accept from no other host, when cookies are Secure', () => {
  expect(getCookieName('visitor', https)).toBe('__Host-visitor');
  expect(getCookieName('visitor', [...https, ...http])).toBe('visitor');
});

it('[SECURITY-02] is removed with the attributes that it was set with', async () => {
  const removed = { value: '', path: '/', httpOnly: true, sameSite: 'Lax', expires: new Date(0), maxAge: 0 };
  const { httpOnly: _, ...removedHint } = { ...removed, name: 'signed-in' };
  expect(await readCookies(https, 'clear')).toEqual([
    { ...removed, name: '__Host-session', secure: true },
    { ...removedHint, secure: true },
  ]);
  expect(await readCookies(http, 'clear')).toEqual([{ ...removed, name: 'session' }, removedHint]);
});
