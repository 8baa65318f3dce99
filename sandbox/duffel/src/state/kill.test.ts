import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Duffel } from '@duffel/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDays, instantOrder, searchOf } from '../test-support.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duffel-kill-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

async function start(
  env: Record<string, string>,
): Promise<{ child: ChildProcess; base: string; said: () => string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let said = '';
  const base = await new Promise<string>((resolve, reject) => {
    const hear = (part: Buffer) => {
      said += part.toString();
      const address = /listening on (http:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => reject(new Error(said)));
  });
  return { child, base, said: () => said };
}

describe('the program', () => {
  it('does not start with a bad setting, and says which', async () => {
    await expect(start({ DUFFEL_SANDBOX_CURRENCY: 'doubloons' })).rejects.toThrow(/DUFFEL_SANDBOX_CURRENCY/);
  });

  it('killed right after an answer, still knows the order it answered with', async () => {
    const STATE_FILE = join(folder, 'state.jsonl');
    const first = await start({ STATE_FILE });
    const duffel = new Duffel({ token: 'duffel_test_kill', basePath: first.base });
    const { data: search } = await duffel.offerRequests.create(searchOf('JFK', 'LAX', inDays(40)));
    const offer = (await duffel.offers.get(search.offers[0]?.id ?? '')).data;
    const { data: order } = await duffel.orders.create(instantOrder(offer));
    const gone = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await gone;

    const second = await start({ STATE_FILE });
    const again = new Duffel({ token: 'duffel_test_kill', basePath: second.base });
    expect((await again.orders.get(order.id)).data).toEqual(order);
    expect((await again.orders.list({ offer_id: offer.id } as never)).data).toHaveLength(1);
  });
});
