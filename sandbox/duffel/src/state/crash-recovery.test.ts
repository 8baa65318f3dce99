import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Duffel } from '@duffel/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateInDays, buildInstantOrder, buildSearch } from '../testing/harness.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
let folder: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duffel-kill-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

async function startProgram(
  env: Record<string, string>,
): Promise<{ child: ChildProcess; baseUrl: string; output: () => string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const onOutput = (part: Buffer) => {
      output += part.toString();
      const address = /listening on (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', () => reject(new Error(output)));
  });
  return { child, baseUrl, output: () => output };
}

describe('sandbox process', () => {
  it('does not start with an invalid variable and names it', async () => {
    await expect(startProgram({ DUFFEL_SANDBOX_CURRENCY: 'doubloons' })).rejects.toThrow(
      /DUFFEL_SANDBOX_CURRENCY/,
    );
  });

  it('has the order after a restart if it is killed right after its response', async () => {
    const STATE_FILE = join(folder, 'state.jsonl');
    const first = await startProgram({ STATE_FILE });
    const duffel = new Duffel({ token: 'duffel_test_kill', basePath: first.baseUrl });
    const { data: search } = await duffel.offerRequests.create(buildSearch('JFK', 'LAX', dateInDays(40)));
    const offer = (await duffel.offers.get(search.offers[0]?.id ?? '')).data;
    const { data: order } = await duffel.orders.create(buildInstantOrder(offer));
    const exited = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await exited;

    const second = await startProgram({ STATE_FILE });
    const secondDuffel = new Duffel({ token: 'duffel_test_kill', basePath: second.baseUrl });
    expect((await secondDuffel.orders.get(order.id)).data).toEqual(order);
    expect((await secondDuffel.orders.list({ offer_id: offer.id } as never)).data).toHaveLength(1);
  });
});
