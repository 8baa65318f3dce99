import { sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderElement } from '../testing/index.tsx';
import { currentToast } from '../toast/toast-store.ts';
import { NextSteps } from './next-steps.tsx';

const { slices } = sampleOffer();
const flights = 'Sat, Dec 5: BA100, LHR 09:00 to JFK 17:30';

function press(name: string) {
  const user = userEvent.setup();
  renderElement(<NextSteps id="bok_1" slices={slices} />);
  return user.click(screen.getByRole('button', { name }));
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('[TRIP-02] sharing the flights', () => {
  it('says when it has failed', async () => {
    Object.assign(navigator, { share: vi.fn().mockRejectedValue(new TypeError('no target')) });
    await press('Share flights');
    await vi.waitFor(() =>
      expect(currentToast()).toMatchObject({ title: 'The flights could not be shared' }),
    );
  });

  it('says nothing when the visitor has closed the dialog of the browser', async () => {
    const before = currentToast();
    const share = vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError'));
    Object.assign(navigator, { share });
    await press('Share flights');
    await vi.waitFor(() => expect(share).toHaveBeenCalledOnce());
    expect(currentToast()).toBe(before);
  });

  it('hands the flights to the browser, without the reference', async () => {
    const share = vi.fn().mockResolvedValue(undefined);
    Object.assign(navigator, { share });
    await press('Share flights');
    expect(share.mock.calls[0]).toEqual([{ title: expect.stringContaining('flights'), text: flights }]);
  });

  it('copies them where the browser cannot share', async () => {
    await press('Share flights');
    expect(await navigator.clipboard.readText()).toBe(flights);
    expect(currentToast()).toMatchObject({ title: 'Flights copied' });
  });
});

describe('[FAQ-07] check-in', () => {
  const renderAt = (time: string) => {
    vi.setSystemTime(time);
    renderElement(<NextSteps id="bok_1" slices={slices} />);
    return screen.queryByText(/^Online check-in/);
  };
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  it.each(['2026-12-05T09:01:00Z', '2026-12-06T12:00:00Z'])(
    'is not announced after departure: %s',
    (time) => {
      expect(renderAt(time)).toBeNull();
    },
  );

  it('is that of the way back once the first flight has departed', () => {
    vi.setSystemTime('2026-12-05T09:01:00Z');
    const back = sampleSlice('JFK', 'LHR', {
      departs: '2026-12-13T22:05:00',
      arrives: '2026-12-14T10:30:00',
    });
    renderElement(<NextSteps id="bok_1" slices={[...slices, back]} />);
    expect(screen.getByText(/^Online check-in/).textContent).toContain(
      'at the latest on Sat, Dec 12 at 22:05',
    );
  });

  it('opens at the latest a day before departure', () => {
    expect(renderAt('2026-12-04T08:59:00Z')?.textContent).toContain(
      'opens 24 to 48 hours before departure: at the latest on Fri, Dec 4 at 09:00',
    );
  });

  it('is open in the last day before departure', () => {
    expect(renderAt('2026-12-04T09:01:00Z')?.textContent).toMatch(/^Online check-in is open, on /);
  });

  it('[TRIP-01] is on the site of who flies, or of an airline without a link', () => {
    vi.setSystemTime('2026-12-01T12:00:00');
    const [slice] = slices;
    const [segment] = slice?.segments ?? [];
    const flyWith = (iata_code: string) => {
      const flown = { ...segment!, operating_carrier: { ...segment!.marketing_carrier!, iata_code } };
      const { unmount } = renderElement(<NextSteps id="bok_1" slices={[{ ...slice!, segments: [flown] }]} />);
      const href =
        screen.queryByRole('link')?.getAttribute('href') ?? screen.getByText(/on the airline’s site/);
      unmount();
      return href;
    };
    expect(flyWith('LH')).toBe('https://www.lufthansa.com');
    expect(flyWith('ZZ')).toBeInstanceOf(HTMLElement);
  });
});

it('[TRIP-02] prints the page', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
});

describe('[TRIP-02] the files', () => {
  const respond = (response: () => Response) =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => response()),
    );

  it.each([
    ['NOT_AUTHENTICATED', 401, 'Sign in, or open your trip with a code'],
    ['BOOKING_NOT_FOUND', 404, 'This booking is not confirmed.'],
  ])('says what to do after %s', async (error, status, text) => {
    respond(() => Response.json({ error, message: 'This booking is not confirmed.' }, { status }));
    await press('Add to calendar');
    await vi.waitFor(() =>
      expect(currentToast()).toMatchObject({
        title: 'Not downloaded',
        description: expect.stringContaining(text),
      }),
    );
  });

  it('says what to do without a connection, and can be pressed again', async () => {
    respond(() => {
      throw new TypeError('Failed to fetch');
    });
    await press('Add to calendar');
    await vi.waitFor(() =>
      expect(currentToast()).toMatchObject({ description: 'Please check your connection and try again.' }),
    );
    expect(screen.getByRole('button', { name: 'Add to calendar', busy: false })).toBeTruthy();
  });

  it.each([
    ['Add to calendar', '/api/bookings/bok_1/calendar', 'Fareline-RZPNX8.ics'],
    ['Download PDF', '/api/bookings/bok_1/document', 'Fareline-RZPNX8.pdf'],
  ])('are saved with the name that the service gives them: %s', async (button, path, filename) => {
    const saved: { name: string; file: File }[] = [];
    let file: File;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
      file = object as File;
      return 'blob:flights';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, file });
    });
    const headers = { 'content-disposition': `attachment; filename="${filename}"` };
    respond(() => new Response('content', { headers }));
    await press(button);
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe(path);
    expect(saved[0]?.name).toBe(filename);
    expect(await saved[0]?.file.text()).toBe('content');
  });
});
