import { staysLoading } from '@fareline/contracts/promises';
import { Field } from '@fareline/ui-theme';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
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
          sheetTitle="Where from?"
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
  client.setQueryData(['airports'], indexAirports([lisbon, london]));
  return client;
}

function show(client = withAirports()) {
  renderElement(<Picker />, { queryClient: client });
  return screen.getByRole<HTMLInputElement>('combobox');
}

describe('airport picker', () => {
  it('[AIRPORT-03] shows an error when the airport list fails to load', () => {
    render(
      <AirportOptions
        listId="l"
        status="error"
        groups={[]}
        query="lo"
        highlighted={undefined}
        onPick={() => undefined}
      />,
    );
    expect(screen.getByText('Error loading airports. Please try again.', { selector: 'p' })).toBeTruthy();
  });

  it('[AIRPORT-03] reloads a failed list on the next focus, also when a code is already chosen', async () => {
    const { queryClient } = renderElement(
      <Field label="From">
        <AirportPicker
          value="LHR"
          onValueChange={() => undefined}
          sheetTitle="Where from?"
          placeholder="City"
          icon={null}
        />
      </Field>,
    );
    await screen.findByDisplayValue('London (LHR)');
    const list = queryClient.getQueryCache().find({ queryKey: ['airports'] });
    act(() => list?.setState({ data: undefined, status: 'error', error: new Error('away') }));
    await screen.findByDisplayValue('LHR');
    await userEvent.click(screen.getByRole('combobox'));
    expect(await screen.findByDisplayValue('London (LHR)')).toBeTruthy();
  });

  it.each([
    ['on the next keystroke', () => userEvent.type(screen.getByRole('combobox'), 'd')],
    [
      'when the browser is online again',
      () => {
        act(() => onlineManager.setOnline(false));
        act(() => onlineManager.setOnline(true));
        return Promise.resolve();
      },
    ],
  ])('[AIRPORT-03] reloads a failed list %s and keeps the typed text', async (_when, trigger) => {
    const client = withAirports();
    const box = show(client);
    await userEvent.type(box, 'Lon');
    const list = client.getQueryCache().find({ queryKey: ['airports'] });
    act(() => list?.setState({ data: undefined, status: 'error', error: new Error('away') }));
    await screen.findByText('Error loading airports. Please try again.', { selector: 'p' });
    await trigger();
    expect((await screen.findAllByRole('option')).length).toBeGreaterThan(0);
    expect(box.value).toMatch(/^Lond?$/);
  });

  it('[AIRPORT-02] shows a loading text until the list is loaded', async () => {
    const client = new QueryClient();
    let resolveList: (list: unknown) => void = () => undefined;
    const pending = new Promise((done) => (resolveList = done));
    void client.prefetchQuery({ queryKey: ['airports'], queryFn: () => pending });
    await userEvent.type(show(client), 'lo');
    expect(screen.getByText('Loading airports...', { selector: 'p' })).toBeTruthy();
    resolveList(indexAirports([london]));
    expect(await screen.findByRole('option')).toBeTruthy();
  });

  it('[CARE-05] says after ten seconds that the list is slow', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const client = new QueryClient();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    void client.prefetchQuery({ queryKey: ['airports'], queryFn: () => promise });
    await userEvent.type(show(client), 'lo', { delay: null });
    const findNotes = () => screen.queryAllByText(staysLoading, { ignore: '[role=status]' });
    expect(findNotes()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(findNotes()).toHaveLength(1);
    resolve(indexAirports([london]));
    expect(await screen.findByRole('option')).toBeTruthy();
    expect(findNotes()).toEqual([]);
  });

  it('[AIRPORT-04] shows and announces that no airport matches', async () => {
    await userEvent.type(show(), 'Wonderland');
    expect(screen.getByText('No airports found for "Wonderland"', { selector: 'p' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('No airports found for "Wonderland"');
  });

  it('[AIRPORT-04] offers the nearest spelling, which Tab does not pick', async () => {
    const box = show();
    await userEvent.type(box, 'Lixbbon');
    expect(screen.getByText('No airports found for "Lixbbon"', { selector: 'p' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe(
      'No airports found for "Lixbbon". Did you mean Lisbon?',
    );
    const group = screen.getByRole('group', { name: 'Did you mean Lisbon?' });
    expect(within(group).getByRole('option').textContent).toContain('LIS');
    await userEvent.keyboard('{Tab}');
    expect(screen.getByText('code:')).toBeTruthy();
    await userEvent.type(box, 'Lixbbon');
    await userEvent.click(screen.getByRole('option'));
    expect(screen.getByText('code: LIS')).toBeTruthy();
  });

  describe('on a phone', () => {
    const narrowTheScreen = () => {
      const matchMedia = vi
        .spyOn(window, 'matchMedia')
        .mockImplementation(() => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList);
      onTestFinished(() => matchMedia.mockRestore());
    };
    const showGroups = () =>
      screen.getAllByRole('group').map((group) => [
        document.getElementById(group.getAttribute('aria-labelledby')!)?.textContent,
        ...within(group)
          .getAllByRole('option')
          .map((option) => option.textContent.slice(-3)),
      ]);

    it('suggests recent, near and important airports while the field is empty, and none that Enter picks', async () => {
      narrowTheScreen();
      const search = { origin: 'OPO', destination: 'LIS', departureDate: '2090-12-05', adultsCount: 1 };
      localStorage.setItem('lastSearchParams', JSON.stringify(search));
      onTestFinished(() => localStorage.clear());
      const porto = { ...lisbon, id: 'OPO', iata_code: 'OPO', name: 'Porto Airport', city_name: 'Porto' };
      const client = new QueryClient();
      const gatwick = { ...london, id: 'LGW', iata_code: 'LGW', name: 'Gatwick', isNearby: true };
      client.setQueryData(['airports'], indexAirports([london, lisbon, gatwick, porto]));
      const box = show(client);
      await userEvent.click(box);
      const expected = [
        ['Recent', 'OPO', 'LIS'],
        ['Near you', 'LGW'],
        ['Popular', 'LHR'],
      ];
      expect(showGroups()).toEqual(expected);
      await userEvent.keyboard('{Enter}');
      expect(screen.getByText('code:')).toBeTruthy();
      await userEvent.type(box, 'L');
      expect(screen.queryByRole('listbox')).toBeNull();
      await userEvent.keyboard('{Backspace}');
      expect(showGroups()).toEqual(expected);
      await userEvent.keyboard('{ArrowDown}{Enter}');
      expect(screen.getByText('code: OPO')).toBeTruthy();
    });

    it('closes the suggestions of an empty field on Escape, and the sheet on a second one', async () => {
      narrowTheScreen();
      await userEvent.click(show());
      expect(screen.getByRole('listbox')).toBeTruthy();
      await userEvent.keyboard('{Escape}');
      expect(screen.queryByRole('listbox')).toBeNull();
      expect(screen.getByText('Where from?')).toBeTruthy();
      await userEvent.keyboard('{Escape}');
      expect(screen.queryByText('Where from?')).toBeNull();
    });
  });

  it('[AIRPORT-01] stays closed on focus, on a click and below two letters, also with spaces around one', async () => {
    const box = show();
    await userEvent.click(box);
    expect(screen.queryByRole('listbox')).toBeNull();
    for (const letter of ['L', ' ', '{Backspace}']) {
      await userEvent.type(box, letter);
      expect([box.getAttribute('aria-expanded'), screen.queryByRole('listbox')]).toEqual(['false', null]);
    }
  });

  it('[AIRPORT-01] opens at two letters, and closes when one is left', async () => {
    const box = show();
    await userEvent.type(box, 'Lo');
    expect(box.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('listbox')).toBeTruthy();
    await userEvent.type(box, '{Backspace}');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('[AIRPORT-01] closes on a click outside, not on one inside', async () => {
    const box = show();
    await userEvent.type(box, 'Lo');
    await userEvent.click(screen.getByText('Airport data: OurAirports, public domain'));
    expect(screen.getByRole('listbox')).toBeTruthy();
    await userEvent.click(screen.getByText('outside'));
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('[AIRPORT-08] makes no call while it is used', async () => {
    const call = vi.spyOn(globalThis, 'fetch');
    const { unmount } = renderElement(<Picker />);
    const box = screen.getByRole<HTMLInputElement>('combobox');
    await userEvent.type(box, 'Lisboa');
    await userEvent.click(await screen.findByText('Lisbon, PT'));
    expect(box.value).toBe('Lisbon (LIS)');
    expect(call).not.toHaveBeenCalled();
    call.mockRestore();
    unmount();
  });

  it('[AIRPORT-05] [AIRPORT-06] shows name, city, country and code, and fills the text box when an option is picked', async () => {
    const box = show();
    await userEvent.type(box, 'lond');
    const option = screen.getByRole('option');
    expect(option.textContent).toBe('HeathrowLondon, GBLHR');
    await userEvent.click(option);
    expect(box.value).toBe('London (LHR)');
    expect(screen.getByText('code: LHR')).toBeTruthy();
  });

  it('[AIRPORT-06] picks an airport with the keyboard only', async () => {
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

  it('closes the list and keeps the typed text on Escape, and clears the text box on a second Escape', async () => {
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

  it('clears the chosen airport on Escape when the list is closed', async () => {
    const box = show();
    await userEvent.type(box, 'lis{Enter}');
    expect(screen.getByText('code: LIS')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('code:')).toBeTruthy();
  });

  const getHighlightedText = (box: HTMLElement) =>
    screen.queryAllByRole('option').find(({ id }) => id === box.getAttribute('aria-activedescendant'))
      ?.textContent;

  it.each([
    ['{ArrowDown}', 'Lisbon AirportLisbon, PTLIS'],
    ['{ArrowUp}', 'HeathrowLondon, GBLHR'],
    ['{Alt>}{ArrowDown}{/Alt}', undefined],
  ])('opens a closed list on %s and highlights %s', async (keys, expected) => {
    const box = show();
    await userEvent.type(box, 'l');
    expect(box.getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard(keys);
    expect(box.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    expect(getHighlightedText(box)).toBe(expected);
  });

  it('wraps around at both ends of the list, and closes it on Alt and ArrowUp', async () => {
    const box = show();
    await userEvent.type(box, 'l');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}{ArrowUp}');
    expect(getHighlightedText(box)).toContain('Heathrow');
    await userEvent.keyboard('{ArrowDown}');
    expect(getHighlightedText(box)).toContain('Lisbon');
    await userEvent.keyboard('{ArrowUp}');
    expect(getHighlightedText(box)).toContain('Heathrow');
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(box.getAttribute('aria-expanded')).toBe('false');
    expect(box.value).toBe('l');
  });

  it('lists the most important airports for an empty text box and the city for a chosen airport, and Tab picks neither', async () => {
    const box = show();
    await userEvent.click(box);
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    await userEvent.keyboard('{Tab}');
    expect(screen.getByText('code:')).toBeTruthy();
    await userEvent.type(box, 'lis{Enter}{ArrowDown}');
    expect(getHighlightedText(box)).toBe('Lisbon AirportLisbon, PTLIS');
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it('lists the airports of a city below it and names the city for screen readers', async () => {
    const city = {
      ...london,
      id: 'city-LON',
      iata_code: 'LON',
      name: 'London, all airports',
      members: ['LHR'],
    };
    const client = new QueryClient();
    client.setQueryData(['airports'], indexAirports([city, { ...london, cityCode: 'LON' }]));
    await userEvent.type(show(client), 'london');
    const [first, second] = screen.getAllByRole('option');
    expect(first?.textContent).toBe('London, all airportsLondon, GBLON');
    expect(second?.textContent).toBe('HeathrowLondon, GB, one of the airports of LondonLHR');
  });
});
