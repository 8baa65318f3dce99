import { createSandboxControl, startDuffelSandbox } from '@fareline/service-kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { readSecret } from './api.ts';
import { listDifferences } from './differences.ts';
import { runProbes } from './duffel-probes.ts';
import { startChanged } from './testing/start-changed.ts';

const TOKEN = 'duffel_test_secret';
const [first, second] = await Promise.all([startDuffelSandbox(), startDuffelSandbox()]);
afterAll(() => Promise.all([first.kill(), second.kill()]));

const sandboxAnswers = runProbes({ url: first.url, token: TOKEN });
const compareWith = async (url: string) =>
  listDifferences(await runProbes({ url, token: TOKEN }), await sandboxAnswers);

describe('conformance', () => {
  it('[PROVIDER-11] finds no difference between two instances of the sandbox, in 28 calls', async () => {
    expect(await compareWith(second.url)).toEqual([]);
    expect((await sandboxAnswers).size).toBe(28);
  });

  it('adds a bag to an order, changes its flights and leaves it cancelled', async () => {
    const answers = await sandboxAnswers;
    for (const call of ['order', 'bags for an order', 'confirmed change', 'confirmed cancellation'])
      expect([call, answers.get(call)?.status]).toEqual([call, call === 'order' ? 201 : 200]);
    const { orders } = await createSandboxControl<{ orders: { status: string }[] }>(first).ledger();
    expect(orders.map(({ status }) => status)).toEqual(['cancelled']);
  });

  it.each([
    [
      'a number for a text',
      (body: string) => body.replaceAll(/"total_emissions_kg":"(\d+)"/g, '"total_emissions_kg":$1'),
      [
        'search: body.data.offers[].total_emissions_kg: provider number, sandbox string',
        'offer: body.data.total_emissions_kg: provider number, sandbox string',
      ],
    ],
    [
      'a field with fields that the sandbox lacks',
      (body: string) => body.replaceAll('"wings":', '"exits":{"first":1},"wings":'),
      ['seat maps: body.data[].cabins[].exits: provider object, sandbox missing'],
    ],
    [
      'another code of an error',
      (body: string) => body.replaceAll('"validation_exclusion"', '"same_place"'),
      [
        'search with the same place twice: body.errors[].code: provider "same_place", sandbox "validation_exclusion"',
      ],
    ],
  ])('[PROVIDER-11] names exactly the one difference of an instance: %s', async (_name, change, lines) => {
    expect(await compareWith(await startChanged(second.url, change))).toEqual(lines);
  });

  it('names statuses and headers that differ', async () => {
    const answers = await sandboxAnswers;
    const search = answers.get('search');
    if (!search) throw new Error('no search');
    const { 'x-request-id': _, ...headers } = search.headers;
    const changed = new Map([...answers, ['search', { ...search, status: 200, headers }]]);
    expect(listDifferences(changed, answers)).toEqual([
      'search: header x-request-id: provider missing, sandbox present',
      'search: status: provider 200, sandbox 201',
    ]);
  });

  it('refuses to run with a live token, without repeating it', () => {
    const read = () =>
      readSecret('DUFFEL_TOKEN_TEST', /^duffel_test_/, { DUFFEL_TOKEN_TEST: 'duffel_live_secret' });
    expect(read).toThrow('DUFFEL_TOKEN_TEST is not of the test mode');
    expect(read).not.toThrow('secret');
  });
});
