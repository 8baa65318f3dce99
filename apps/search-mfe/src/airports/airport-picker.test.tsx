import { Field } from '@fareline/ui-theme';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { AirportOptions } from './airport-options.tsx';
import { AirportPicker } from './airport-picker.tsx';
import { indexAirports } from './rank-airports.ts';

const london = { id: 'LHR', iata_code: 'LHR', name: 'Heathrow', city_name: 'London', country_code: 'GB' };
const lisbon = {
  id: 'LIS',
  iata_code: 'LIS',
  name: 'Lisbon Airport',
  city_name: 'Lisbon',
  country_code: 'PT',
};

function Picker() {
  const [code, setCode] = useState('');
  return (
    <>
      <Field label="From">
        <AirportPicker
          value={code}
          onValueChange={setCode}
          question="Where from?"
          placeholder="City"
          icon={null}
        />
      </Field>
      <p>code: {code}</p>
      <button type="button">outside</button>
    </>
  );
}

function withAirports(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(['airports'], indexAirports([london, lisbon]));
  return client;
}

function show(client = withAirports()) {
  render(
    <QueryClientProvider client={client}>
      <Picker />
    </QueryClientProvider>,
  );
  return screen.getByRole<HTMLInputElement>('combobox');
}

describe('airport picker', () => {
  it('[AIRPORT-03] says that the list could not be loaded', () => {
    render(
      <AirportOptions
        listId="l"
        status="error"
        results={[]}
        query="lo"
        highlighted={undefined}
        onPick={() => undefined}
      />,
    );
    expect(screen.getByText('Error loading airports. Please try again.', { selector: 'p' })).toBeTruthy();
  });

  it('[AIRPORT-03] a list that could not be loaded is asked for again at the next visit, also with a code chosen', async () => {
    const client = new QueryClient();
    render(
      <QueryClientProvider client={client}>
        <Field label="From">
          <AirportPicker
            value="LHR"
            onValueChange={() => undefined}
            question="Where from?"
            placeholder="City"
            icon={null}
          />
        </Field>
      </QueryClientProvider>,
    );
    await screen.findByDisplayValue('London (LHR)');
    const list = client.getQueryCache().find({ queryKey: ['airports'] });
    act(() => list?.setState({ data: undefined, status: 'error', error: new Error('away') }));
    await screen.findByDisplayValue('LHR');
    await userEvent.click(screen.getByRole('combobox'));
    expect(await screen.findByDisplayValue('London (LHR)')).toBeTruthy();
  });

  it.each([
    ['with the next letter', () => userEvent.type(screen.getByRole('combobox'), 'd')],
    [
      'when the connection is back',
      () => {
        act(() => onlineManager.setOnline(false));
        act(() => onlineManager.setOnline(true));
        return Promise.resolve();
      },
    ],
  ])('[AIRPORT-03] and again %s, with what was typed', async (_when, happens) => {
    const client = withAirports();
    const box = show(client);
    await userEvent.type(box, 'Lon');
    const list = client.getQueryCache().find({ queryKey: ['airports'] });
    act(() => list?.setState({ data: undefined, status: 'error', error: new Error('away') }));
    await screen.findByText('Error loading airports. Please try again.', { selector: 'p' });
    await happens();
    expect((await screen.findAllByRole('option')).length).toBeGreaterThan(0);
    expect(box.value).toMatch(/^Lond?$/);
  });

  it('[AIRPORT-02] reads that the list is loading until it is there', async () => {
    const client = new QueryClient();
    let arrive: (list: unknown) => void = () => undefined;
    const waiting = new Promise((done) => (arrive = done));
    void client.prefetchQuery({ queryKey: ['airports'], queryFn: () => waiting });
    await userEvent.type(show(client), 'lo');
    expect(screen.getByText('Loading airports...', { selector: 'p' })).toBeTruthy();
    arrive(indexAirports([london]));
    expect(await screen.findByRole('option')).toBeTruthy();
  });

  it('[AIRPORT-04] says that nothing matches', async () => {
    await userEvent.type(show(), 'Atlantis');
    expect(screen.getByText('No airports found for "Atlantis"', { selector: 'p' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('No airports found for "Atlantis"');
  });

  it('[AIRPORT-01] stays closed below two letters, opens at two, closes on a click outside', async () => {
    const box = show();
    await userEvent.type(box, 'L');
    expect(box.getAttribute('aria-expanded')).toBe('false');
    await userEvent.type(box, 'o');
    expect(box.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(screen.getByText('outside'));
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('[AIRPORT-05] [AIRPORT-06] shows name, city, country and code; picking fills the box', async () => {
    const box = show();
    await userEvent.type(box, 'lond');
    const option = screen.getByRole('option');
    expect(option.textContent).toBe('HeathrowLondon, GBLHR');
    await userEvent.click(option);
    expect(box.value).toBe('London (LHR)');
    expect(screen.getByText('code: LHR')).toBeTruthy();
  });

  it('[AIRPORT-06] works from the keyboard alone', async () => {
    const box = show();
    await userEvent.type(box, 'l');
    await userEvent.type(box, 'is');
    expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
    await userEvent.keyboard('{Enter}');
    expect(box.value).toBe('Lisbon (LIS)');
    await userEvent.type(box, 'lo');
    await userEvent.click(screen.getByText('outside'));
    expect(box.value).toBe('Lisbon (LIS)');
  });

  it('Escape closes the list and leaves what was typed; once more empties the box', async () => {
    const box = show();
    await userEvent.type(box, 'lis');
    expect(screen.getByRole('status').textContent).toBe('1 airport found');
    await userEvent.keyboard('{Enter}');
    await userEvent.clear(box);
    await userEvent.type(box, 'lo{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box.value).toBe('lo');
    await userEvent.keyboard('{Escape}');
    expect(box.value).toBe('');
    expect(screen.getByText('code:')).toBeTruthy();
  });

  it('Escape on a chosen airport with its list closed takes it back', async () => {
    const box = show();
    await userEvent.type(box, 'lis{Enter}');
    expect(screen.getByText('code: LIS')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('code:')).toBeTruthy();
  });

  const highlighted = (box: HTMLElement) =>
    document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;

  it.each([
    ['{ArrowDown}', 'Lisbon AirportLisbon, PTLIS'],
    ['{ArrowUp}', 'HeathrowLondon, GBLHR'],
    ['{Alt>}{ArrowDown}{/Alt}', undefined],
  ])('%s opens a closed list, with %s highlighted', async (keys, expected) => {
    const box = show();
    await userEvent.type(box, 'l');
    expect(box.getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard(keys);
    expect(box.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    expect(highlighted(box)).toBe(expected);
  });

  it('arrows go round at both ends, and Alt with ArrowUp closes', async () => {
    const box = show();
    await userEvent.type(box, 'l');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}{ArrowUp}');
    expect(highlighted(box)).toContain('Heathrow');
    await userEvent.keyboard('{ArrowDown}');
    expect(highlighted(box)).toContain('Lisbon');
    await userEvent.keyboard('{ArrowUp}');
    expect(highlighted(box)).toContain('Heathrow');
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(box.getAttribute('aria-expanded')).toBe('false');
    expect(box.value).toBe('l');
  });

  it('an empty box opens with the most important places, a chosen one with its city, and Tab takes neither', async () => {
    const box = show();
    await userEvent.click(box);
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    await userEvent.keyboard('{Tab}');
    expect(screen.getByText('code:')).toBeTruthy();
    await userEvent.type(box, 'lis{Enter}{ArrowDown}');
    expect(highlighted(box)).toBe('Lisbon AirportLisbon, PTLIS');
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it('the airports of a city follow it, indented, and say in words whose they are', async () => {
    const city = {
      ...london,
      id: 'city-LON',
      iata_code: 'LON',
      name: 'London, all airports',
      members: ['LHR'],
    };
    const client = new QueryClient();
    client.setQueryData(['airports'], indexAirports([city, { ...london, area: 'LON' }]));
    await userEvent.type(show(client), 'london');
    const [first, second] = screen.getAllByRole('option');
    expect(first?.textContent).toBe('London, all airportsLondon, GBLON');
    expect(second?.textContent).toBe('HeathrowLondon, GB, one of the airports of LondonLHR');
    expect(first?.className).not.toContain('ml-6');
    expect(second?.className).toContain('ml-6');
  });
});
