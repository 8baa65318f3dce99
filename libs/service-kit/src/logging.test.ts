import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, it } from 'vitest';
import { loggerOptions } from './logging.ts';

function captureLines(write: (log: FastifyBaseLogger) => void): string[] {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  write(Fastify({ logger: { ...(loggerOptions('sample', 'info') as object), stream } }).log);
  return lines;
}

it('lines name the service and the commit of its image, if it is known', () => {
  const read = (commit?: string) => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    Fastify({ logger: { ...(loggerOptions('sample', 'info', commit) as object), stream } }).log.info('x');
    return JSON.parse(lines[0]!) as object;
  };
  expect(read('c0ffee')).toMatchObject({ service: 'sample', commit: 'c0ffee' });
  expect(read()).not.toHaveProperty('commit');
});

const cardDetails = { number: '4242424242424242', cvv: '987', holderName: 'A B' };

it.each([
  ['at the top', { cardDetails, password: 'hunter2hunter2' }],
  ['in a body', { body: { cardDetails } }],
  [
    'a level below',
    { body: { card: cardDetails, deep: { number: '4000000000000002', token: 'tok-123456' } } },
  ],
  ['in a list', { travellers: [{ given_name: 'A', passportNumber: 'P-998877' }] }],
  [
    'in headers',
    {
      headers: {
        cookie: 'session=abc.def',
        authorization: 'Bearer sk_test_1',
        'set-cookie': ['session=xyz.uvw'],
        'x-service-credential': 'cred-99',
        'idempotency-key': 'key-123-456',
      },
    },
  ],
  ['in an error', { err: Object.assign(new Error('refused'), { token: 'tok-123456' }) }],
  [
    'in a property of an error',
    { err: Object.assign(new Error('refused'), { request: { authorization: 'Bearer sk_test_1' } }) },
  ],
])('[MONEY-32] redacts secrets and card data in the log: %s', (_where, entry) => {
  const [line, ...others] = captureLines((log) => log.info(entry, 'message'));
  expect(others).toEqual([]);
  expect(JSON.parse(line!)).toMatchObject({ msg: 'message', service: 'sample' });
  expect(line).toContain('[removed]');
  for (const secret of [
    ...['4242424242424242', '4000000000000002', '"987"', 'hunter2', 'P-998877'],
    ...['tok-123456', 'abc.def', 'xyz.uvw', 'sk_test_1', 'cred-99', 'key-123-456'],
  ])
    expect(line).not.toContain(secret);
});

it('logs all other fields unchanged and does not modify the logged object', () => {
  const entry = { offer: 'off_1', body: { cardDetails }, at: new Date(0), tries: 2, list: [1, null] };
  const [line] = captureLines((log) => log.info(entry, 'message'));
  expect(JSON.parse(line!)).toMatchObject({
    ...{ offer: 'off_1', at: '1970-01-01T00:00:00.000Z', tries: 2, list: [1, null] },
    body: { cardDetails: '[removed]' },
  });
  expect(entry.body.cardDetails).toBe(cardDetails);
});

it('logs an object that contains itself', () => {
  const entry: Record<string, unknown> = { password: 'hunter2hunter2' };
  entry.self = entry;
  const [line] = captureLines((log) => log.info({ entry }, 'message'));
  expect(line).toContain('message');
  expect(line).not.toContain('hunter2');
});

it('logs the method and path of a request, never its query or headers', async () => {
  const lines: string[] = [];
  const stream = { write: (text: string) => void lines.push(text) };
  const app = Fastify({ logger: { ...(loggerOptions('sample', 'info') as object), stream } });
  await app.inject({ url: '/nowhere?token=tok-123456', headers: { cookie: 'session=abc.def' } });
  const text = lines.filter((line) => line.includes('"req"')).join('');
  expect(JSON.parse(text).req).toEqual({ method: 'GET', path: '/nowhere' });
});

const logging = new URL('./logging.ts', import.meta.url).href;

const createProgram = (code: string) => `
  import { pino } from 'pino';
  import { getBufferedStream, loggerOptions } from '${logging}';
  const log = pino(loggerOptions('sample', 'info'), getBufferedStream());
  ${code}`;

/** Runs code with a service's logger, and returns the messages that it has written. */
async function runWithLogger(code: string): Promise<string[]> {
  const program = createProgram(code);
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = (await text(child.stdout)).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

it.each([
  ['exits', 'process.exit(0)'],
  ['throws', 'throw new Error("unexpected")'],
  ['is killed a second later', 'setTimeout(() => process.kill(process.pid, "SIGKILL"), 1000)'],
  ['ends', ''],
])('writes every line in order when a process %s', async (_name, end) => {
  const messages = await runWithLogger(
    `for (let line = 1; line <= 2000; line += 1) log.info('line ' + line); ${end}`,
  );
  expect(messages).toEqual(Array.from({ length: 2000 }, (_, index) => `line ${index + 1}`));
});

it('goes on when nobody reads the lines', async () => {
  const code = createProgram(`
    const line = 'x'.repeat(1000);
    for (let count = 0; count < 40_000; count += 1) { log.info(line); if (count % 500 === 0) await new Promise((done) => setTimeout(done)); }
    process.stderr.write(String(process.memoryUsage().rss)); process.kill(process.pid, 'SIGKILL');`);
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const rss = Number(await text(child.stderr));
  expect(rss).toBeGreaterThan(0);
  expect(rss).toBeLessThan(200 * 1024 * 1024);
});
