import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeError, startSandbox, type SandboxHarness } from '../testing/harness.ts';

let sandbox: SandboxHarness;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => sandbox.stop());

describe('reference lists', () => {
  it('return every airport once across all pages', async () => {
    const codes: (string | null)[] = [];
    for await (const { data } of sandbox.duffel.airports.listWithGenerator()) codes.push(data.iata_code);
    expect(codes.length).toBeGreaterThan(3_000);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('return airlines by id and list aircraft; unknown ids are not found', async () => {
    const airlines = (await sandbox.duffel.airlines.list({ limit: 200 } as never)).data;
    const codes = airlines.map((airline) => airline.iata_code);
    for (const code of ['AA', 'DL', 'UA', 'B6', 'WN', 'AS', 'F9', 'NK', 'CX', 'QF', 'BA', 'LH'])
      expect(codes).toContain(code);
    const [first] = airlines;
    expect((await sandbox.duffel.airlines.get(first?.id ?? '')).data).toEqual(first);
    expect((await sandbox.duffel.aircraft.list()).data.length).toBeGreaterThan(8);
    expect(await describeError(sandbox.duffel.airlines.get('arl_none'))).toBe(
      '404 invalid_request_error/not_found',
    );
  });
});

describe('place suggestions', () => {
  it('are found by name, code and without accents; cities are before their airports', async () => {
    const codes = async (query: string) =>
      (await sandbox.duffel.suggestions.list({ query })).data.map((place) => place.iata_code);
    expect((await codes('london')).slice(0, 2)).toEqual(['LON', 'LHR']);
    expect((await codes('jfk'))[0]).toBe('JFK');
    expect(await codes('sao paulo')).toContain('GRU');
    expect(await codes('zzzzzz')).toEqual([]);
  });

  it('are found by coordinates, nearest first', async () => {
    const { data } = await sandbox.duffel.suggestions.list({ lat: '51.47', lng: '-0.45', rad: '50000' });
    expect(data[0]?.iata_code).toBe('LHR');
    expect(data.length).toBeGreaterThan(2);
  });
});
