import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { testDatabaseUrl } from './testing/infrastructure.ts';
import { spawnProgram } from './testing/programs.ts';

const sampleService = 'libs/service-kit/src/testing/sample-service.ts';

it('completes a request in flight at SIGTERM, accepts no new connection and exits with 0', async () => {
  const program = await spawnProgram(sampleService);
  const response = fetch(`${program.url}/slow`);
  await once(program.process.stdout!, 'data');
  const exit = once(program.process, 'exit');
  program.process.kill('SIGTERM');
  await once(program.process.stdout!, 'data');
  await expect(fetch(`${program.url}/fast`)).rejects.toThrow();
  expect(await (await response).json()).toEqual({ slow: true });
  expect(await exit).toEqual([0, null]);
});

it('responds to a request on a kept-alive connection while it is stopping', async () => {
  const program = await spawnProgram(sampleService, { STOPPING_MS: '1000' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = async () => {
    const [response] = (await once(get(`${program.url}/fast`, { agent }), 'response')) as [IncomingMessage];
    const { statusCode, headers } = response;
    return { statusCode, connection: headers.connection, body: await text(response) };
  };
  expect(await call()).toMatchObject({ statusCode: 200, connection: 'keep-alive' });
  const exit = once(program.process, 'exit');
  program.process.kill('SIGTERM');
  await once(program.process.stdout!, 'data');
  expect(await call()).toEqual({ statusCode: 200, connection: 'close', body: '{"fast":true}' });
  expect(await exit).toEqual([0, null]);
});

it('exits immediately with 1 at a second signal', async () => {
  const program = await spawnProgram(sampleService);
  const response = fetch(`${program.url}/slow`).catch(() => 'aborted');
  await once(program.process.stdout!, 'data');
  const exit = once(program.process, 'exit');
  program.process.kill('SIGTERM');
  await once(program.process.stdout!, 'data');
  program.process.kill('SIGTERM');
  expect(await exit).toEqual([1, null]);
  expect(await response).toBe('aborted');
});

it('exits with a message that says what to do when its port is in use', async () => {
  const program = await spawnProgram(sampleService);
  const { port } = new URL(program.url);
  const second = spawnProgram(sampleService, { PORT: port });
  await expect(second).rejects.toThrow(`slow: Port ${port} is taken: set PORT to another one`);
  await expect(second).rejects.not.toThrow(/EADDRINUSE/);
  await program.kill();
});

const changeDatabaseUrl = (change: Partial<URL>) => Object.assign(new URL(testDatabaseUrl()), change).href;

it.each([
  [
    'an address that does not exist',
    () => ({ HOST: '999.1.1.1' }),
    '999.1.1.1 is not an address of this machine',
  ],
  [
    'an address of another machine',
    () => ({ HOST: '192.0.2.1' }),
    '192.0.2.1 is not an address of this machine',
  ],
  [
    'a PostgreSQL that does not listen',
    () => ({ DATABASE_URL: changeDatabaseUrl({ hostname: '127.0.0.1', port: '1' }) }),
    'PostgreSQL cannot be reached',
  ],
  [
    'a PostgreSQL whose name is unknown',
    () => ({ DATABASE_URL: changeDatabaseUrl({ hostname: 'postgres.invalid' }) }),
    'PostgreSQL cannot be reached',
  ],
  [
    'a missing database',
    () => ({ DATABASE_URL: changeDatabaseUrl({ pathname: '/none' }) }),
    'The database of DATABASE_URL does not exist',
  ],
])('exits with a sentence and no stack when it is given %s', async (_case, getEnv, sentence) => {
  const start = spawnProgram(sampleService, getEnv());
  await expect(start).rejects.toThrow(`exited (1):\nslow: ${sentence}`);
  await expect(start).rejects.not.toThrow(/\n +at /);
});
