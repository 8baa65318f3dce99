import { Field } from '@fareline/ui-theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
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
    expect(screen.getByText('Error loading airports. Please try again.')).toBeTruthy();
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

  it('[AIRPORT-02] reads that the list is loading until it is there', async () => {
    const client = new QueryClient();
    let arrive: (list: unknown) => void = () => undefined;
    const waiting = new Promise((done) => (arrive = done));
    void client.prefetchQuery({ queryKey: ['airports'], queryFn: () => waiting });
    await userEvent.type(show(client), 'lo');
    expect(screen.getByText('Loading airports...')).toBeTruthy();
    arrive(indexAirports([london]));
    expect(await screen.findByRole('option')).toBeTruthy();
  });

  it('[AIRPORT-04] says that nothing matches', async () => {
    await userEvent.type(show(), 'Atlantis');
    expect(screen.getByText('No airports found for "Atlantis"')).toBeTruthy();
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
    await userEvent.type(box, 'lo{Escape}');
    expect(box.value).toBe('Lisbon (LIS)');
  });

  it('Escape closes the list, and once more empties the box; the number of results is told', async () => {
    const box = show();
    await userEvent.type(box, 'lis');
    expect(screen.getByText('1 airport found').getAttribute('role')).toBe('status');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('code: LIS')).toBeTruthy();
    await userEvent.type(box, 'lo');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByText('code: LIS')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('code:')).toBeTruthy();
  });
});
