import type { PublicBrand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { reportConversion, track } from '@fareline/ui-theme';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import { ConsentSettings } from './consent-settings.tsx';
import Consent from './consent.tsx';

const tagged: PublicBrand = { ...defaultBrand, tags: { analyticsId: 'G-TEST1234', adConversionId: '' } };
const tagScripts = () => [...document.querySelectorAll('script[src*="googletagmanager"]')];
const events = () =>
  (window.dataLayer ?? [])
    .map((entry) => [...(entry as Iterable<unknown>)])
    .filter(([kind]) => kind === 'event');

beforeEach(() => {
  localStorage.clear();
  delete window.dataLayer;
  for (const script of tagScripts()) script.remove();
});

afterEach(() => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

it('[TRACK-06][TRACK-08] shows no question and loads no tag for a brand without tags, and ignores events', () => {
  renderElement(<Consent />);
  expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull();
  expect(() => track({ category: 'search', action: 'flight_search' })).not.toThrow();
  expect(tagScripts()).toEqual([]);
});

it('[TRACK-07] loads no tag before consent, and none after it is denied', async () => {
  renderElement(<Consent />, { brand: tagged });
  expect(tagScripts()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'No' }));
  track({ category: 'search', action: 'flight_search' });
  expect(tagScripts()).toEqual([]);
  expect(window.dataLayer).toBeUndefined();
});

it('[TRACK-07][TRACK-01] loads the tag after consent and sends it every event', async () => {
  renderElement(<Consent />, { brand: tagged });
  await userEvent.click(screen.getByRole('button', { name: 'Yes, allow' }));
  expect(tagScripts().map((script) => script.getAttribute('src'))).toEqual([
    'https://www.googletagmanager.com/gtag/js?id=G-TEST1234',
  ]);
  track({ category: 'search', action: 'flight_search', label: 'JFK_to_LHR_round-trip' });
  expect(events()).toEqual([
    [
      'event',
      'flight_search',
      { event_category: 'search', event_label: 'JFK_to_LHR_round-trip', value: undefined },
    ],
  ]);
});

it('[TRACK-02][LOGIN-07] sends the tag URLs without queries, which may contain tokens', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://mail.example/read?claim=secret-1#secret-2');
  window.history.replaceState(null, '', '/reset-password?token=secret-3#secret-4');
  renderElement(<Consent />, {
    brand: { ...tagged, tags: { analyticsId: 'G-TEST1234', adConversionId: 'AW-98765' } },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Yes, allow' }));
  const readUrls = () => {
    const sent = (window.dataLayer ?? []).map((entry) => [...(entry as Iterable<unknown>)]);
    expect(JSON.stringify(sent)).not.toContain('secret');
    return sent.filter(([kind]) => kind === 'set').at(-1)?.[1];
  };
  const page_referrer = 'https://mail.example/read';
  const pageAt = (path: string) => ({ page_location: window.location.origin + path, page_referrer });
  expect((window.dataLayer ?? []).map((entry) => [...(entry as Iterable<unknown>)][0])).toEqual([
    'js',
    'set',
    'config',
    'config',
  ]);
  expect(readUrls()).toEqual(pageAt('/reset-password'));
  window.history.replaceState(null, '', '/my-trips?claim=secret-5');
  track({ category: 'navigation', action: 'page_view', label: '/my-trips' });
  expect(readUrls()).toEqual(pageAt('/my-trips'));
  window.history.replaceState(null, '', '/booking?id=secret-6');
  reportConversion('header_phone');
  expect(readUrls()).toEqual(pageAt('/booking'));
  expect(events()).toHaveLength(2);
});

it('[TRACK-02][SUPPORT-15] sends the tag the parameters of an advertisement, and no other', async () => {
  const campaign = 'utm_source=newsletter&utm_campaign=spring&gclid=Cj0KCQ';
  window.history.replaceState(
    null,
    '',
    `/search?origin=JFK&token=secret-1&${campaign}&claim=secret-2&id=secret-3`,
  );
  renderElement(<Consent />, { brand: tagged });
  await userEvent.click(screen.getByRole('button', { name: 'Yes, allow' }));
  const sent = (window.dataLayer ?? []).map((entry) => [...(entry as Iterable<unknown>)]);
  expect(sent.find(([kind]) => kind === 'set')?.[1]).toMatchObject({
    page_location: `${window.location.origin}/search?${campaign}`,
  });
  expect(JSON.stringify(sent)).not.toContain('secret');
});

it('[TRACK-07][ACCOUNT-03] loads no tag while the history entry or the fragment has the token of an email link', async () => {
  window.history.replaceState({ usr: { token: 'secret' } }, '', '/reset-password');
  renderElement(<Consent />, { brand: tagged });
  await userEvent.click(screen.getByRole('button', { name: 'Yes, allow' }));
  track({ category: 'navigation', action: 'page_view', label: '/reset-password' });
  expect(tagScripts()).toEqual([]);
  window.history.replaceState(null, '', `/booking/status#${'x'.repeat(43)}`);
  track({ category: 'navigation', action: 'page_view', label: '/booking/status' });
  expect(tagScripts()).toEqual([]);
  expect(window.dataLayer).toBeUndefined();
  window.history.replaceState({ usr: null }, '', '/login');
  track({ category: 'navigation', action: 'page_view', label: '/login' });
  expect(tagScripts()).toHaveLength(1);
  expect(events().map(([, , fields]) => (fields as { event_label: string }).event_label)).toEqual(['/login']);
});

it('[SUPPORT-15] adds the ad script once when the consent changes repeatedly', async () => {
  const advertised: PublicBrand = {
    ...tagged,
    tags: { analyticsId: 'G-TEST1234', adConversionId: 'AW-98765' },
  };
  renderElement(
    <>
      <Consent />
      <ConsentSettings />
    </>,
    { brand: advertised },
  );
  expect(tagScripts()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, allow' }));
  await userEvent.click(screen.getByRole('radio', { name: /Only what/ }));
  await userEvent.click(screen.getAllByRole('radio').find((radio) => radio.ariaChecked !== 'true')!);
  expect(localStorage.getItem('consent')).toBe('granted');
  expect(tagScripts()).toHaveLength(1);
  const configured = (window.dataLayer ?? []).map((entry) => [...(entry as Iterable<unknown>)]);
  expect(configured.filter(([kind]) => kind === 'config')).toEqual([
    ['config', 'G-TEST1234'],
    ['config', 'AW-98765'],
  ]);
  act(() => track({ category: 'search', action: 'flight_search' }));
  expect(events()).toHaveLength(1);
});

it('[TRACK-08] stores the consent and lets the visitor change it later', async () => {
  const { unmount } = renderElement(<Consent />, { brand: tagged });
  await userEvent.click(screen.getByRole('button', { name: 'Yes, allow' }));
  unmount();
  renderElement(
    <>
      <Consent />
      <ConsentSettings />
    </>,
    { brand: tagged },
  );
  expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /Only what/ }));
  act(() => track({ category: 'search', action: 'flight_search' }));
  expect(events()).toEqual([]);
  expect(localStorage.getItem('consent')).toBe('denied');
});
