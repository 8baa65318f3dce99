import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { searchFlights } from '@fareline/contracts';
import { buildUrl } from '@fareline/contracts/client';
import { eventually } from '@fareline/service-kit/testing';
import { afterAll, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { postSearch, startSharedHarness, uniqueSearch } from '../testing/harness.ts';

const harness = await startSharedHarness();
const app = await harness.startReplica();
const origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
const unread: Socket[] = [];
const closeAll = () => unread.splice(0).forEach((socket) => socket.destroy());
afterAll(closeAll);

/** Reads the status of a response and nothing more of it. */
async function openUnread(path: string, encoding: string): Promise<string> {
  const socket = connect(Number(origin.port), origin.hostname).on('error', () => undefined);
  unread.push(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost:3000\r\naccept-encoding: ${encoding}\r\n\r\n`);
  await once(socket, 'readable');
  return String(socket.read(12)).slice(-3);
}

it(
  '[LIMIT-06] uncompressed pages that are not read have a limit; beyond it others are refused with Retry-After, and compressed ones are sent',
  { timeout: 120_000 },
  async () => {
    // Larger than what the operating system keeps of a response.
    await harness.provider.overrideNextResults({ count: 2_000 });
    const query = uniqueSearch();
    expect((await postSearch(app, query)).statusCode).toBe(200);
    const path = buildUrl(searchFlights.path, {}, { ...query, page: '1', limit: '5000' });
    expect(await openUnread(path, 'gzip')).toBe('200');

    const statuses = await Promise.all(
      Array.from({ length: limits.uncompressedPages.all + 3 }, () => openUnread(path, 'identity')),
    );
    expect(statuses.filter((status) => status === '200')).toHaveLength(limits.uncompressedPages.all);
    expect(statuses.filter((status) => status === '503')).toHaveLength(3);
    const refused = await postSearch(app, query);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
    expect((await app.inject('/metrics')).body).toContain('limit_refusals_total{limit="large_responses"} 4');
    expect(await openUnread(path, 'br')).toBe('200');

    closeAll();
    await eventually(async () => ((await postSearch(app, query)).statusCode === 200 ? true : undefined));
  },
);
