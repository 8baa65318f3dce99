import { createBooking, verifyOffer, type PassengerType } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { addDays, today } from '@fareline/presentation/formats';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getDescription, getFocused, queryToast } from '@fareline/ui-theme/testing';
import {
  clickCompleteBooking,
  expiredOffer,
  fillCard,
  fillPassenger,
  goToPayment,
  reloadTab,
  renderApp,
  renderFilledApp,
  serveBooking,
  type User,
} from '../testing/harness.tsx';
import { internationalOffer, oneAdultOffer } from '../testing/samples.ts';
import { passportCountries } from './countries.ts';

const submitName = 'Continue to Seats';
const expired = 'This flight offer has expired. Please select another flight.';
const findHeading = () => screen.findByRole('heading', { name: 'Who is travelling?' });
const block = (number: number) => screen.getByRole('group', { name: new RegExp(`^Passenger ${number}:`) });
const yearsAgo = (years: number) => `${Number(today().slice(0, 4)) - years}-01-31`;

afterEach(() => vi.useRealTimers());

describe('validation', () => {
  it('[PAX-05] [PAX-06] [PAX-07] [PAX-08] [PAX-23] [CARE-07] shows missing values beside the fields, and focuses the first', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderApp();
    await findHeading();
    await user.click(screen.getByRole('button', { name: submitName }));
    await screen.findByText('Please complete all required passenger information fields before continuing.');
    for (const text of [
      'First name is required',
      'Last name is required',
      'Date of birth is required',
      'Valid email is required for primary passenger',
      'Phone number is required for primary passenger',
    ])
      expect(within(block(1)).getByText(text)).toBeTruthy();
    const [summary] = screen.getAllByRole('alert');
    expect(summary?.textContent).toContain('Please complete all required passenger information fields');
    // A list that grows shorter is not said again with each field that is corrected.
    expect(within(summary!).getByRole('list').getAttribute('aria-live')).toBe('off');
    await waitFor(() => expect(getFocused()).toBe(screen.getByLabelText(/^First name/)));
    await user.click(screen.getByRole('link', { name: 'Passenger 1: 6 fields' }));
    expect(getFocused()).toBe(screen.getByLabelText(/^First name/));
    fireEvent.change(screen.getByLabelText(/^Last name/), { target: { value: 'Byrne' } });
    fireEvent.change(screen.getByLabelText(/^Email/), { target: { value: 'byrne@example.com' } });
    fireEvent.change(screen.getByLabelText(/^Phone/), { target: { value: '+1 212 555 0142' } });
    await user.click(await screen.findByRole('link', { name: 'Passenger 1: Date of birth is required' }));
    expect(getFocused()).toBe(screen.getByLabelText(/^Date of birth/));
  });

  it('[CARE-07] says to correct, not to complete, when all is filled in', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderFilledApp();
    await findHeading();
    fireEvent.change(screen.getByLabelText(/^First name/), { target: { value: 'A'.repeat(21) } });
    await user.click(screen.getByRole('button', { name: submitName }));
    const [summary] = await screen.findAllByRole('alert');
    expect(summary?.textContent).toContain('Please correct what is marked before continuing.');
    expect(screen.queryByText(/Please complete all required/)).toBeNull();
  });

  it('[PAX-10] [PAX-15] [PAX-17] [PAX-20] [PAX-21] [PAX-22] requires passports, which cannot be skipped, when the offer crosses a border', async () => {
    serveBooking(internationalOffer());
    const { user } = renderFilledApp();
    await findHeading();
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(
      await screen.findByText('Please complete all required passenger information before continuing.'),
    ).toBeTruthy();
    const first = within(block(1));
    expect(first.getByText('Passport number is required')).toBeTruthy();
    expect(first.getByText('Passport expiry date is required')).toBeTruthy();
    expect(first.getByText('Please choose the country')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Skip Passport Info' })).toBeNull();
  });

  it('[PROVIDER-38] rejects a date of birth that does not match the passenger type on the last flight', async () => {
    serveBooking(oneAdultOffer({ passengers: [{ id: 'pas_1', type: 'child' }] }));
    const { user } = renderApp();
    await findHeading();
    await fillPassenger(user, 1, yearsAgo(30));
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(await within(block(1)).findByText(/a child is 2 to 11/)).toBeTruthy();
  });

  it('[PROVIDER-37] explains why gender is needed, and requires it', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderFilledApp();
    await findHeading();
    const gender = screen.getByLabelText(/^Gender, as in the passport/);
    expect(getDescription(gender)).toBe('Airlines must pass it on with the passenger list.');
    await user.selectOptions(gender, '');
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(await within(block(1)).findByText('Please choose the gender in the passport')).toBeTruthy();
  });
});

it('[FIELD-02] maps the apostrophe of a phone keyboard while a name is typed', async () => {
  serveBooking(oneAdultOffer());
  const { user } = renderApp();
  await findHeading();
  const name = screen.getByLabelText<HTMLInputElement>(/^Last name/);
  await user.type(name, 'O’Brien');
  expect(name.value).toBe("O'Brien");
  expect(name.getAttribute('spellcheck')).toBe('false');
});

it('[FIELD-04] shows what the airline did not take beside its field, and books after the correction', async () => {
  serveBooking(oneAdultOffer());
  const message = 'The airline does not take this last name';
  respondTo(createBooking, () =>
    errorResponse('BOOKING_REFUSED', { message, fields: [{ path: 'passengers.0.lastName', message }] }),
  );
  const { user } = renderFilledApp();
  await goToPayment(user);
  fillCard();
  await clickCompleteBooking(user);
  await findHeading();
  const name = screen.getByLabelText<HTMLInputElement>(/^Last name/);
  expect(within(block(1)).getByText(message)).toBeTruthy();
  expect(name.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(getFocused()).toBe(name));
  expect(screen.getByText(/Nothing was charged. Please correct:/)).toBeTruthy();
  fireEvent.change(name, { target: { value: 'Byrne' } });
  await user.click(screen.getByRole('button', { name: submitName }));
  expect(await screen.findByRole('heading', { name: 'Bags and seats' })).toBeTruthy();
});

describe('offer validity', () => {
  it('[PAX-24] [PAX-25] checks on loading and disables the submit button for an expired offer', async () => {
    serveBooking(oneAdultOffer());
    respondTo(verifyOffer, () => expiredOffer());
    renderApp();
    expect(await screen.findByText(expired)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Offer Expired' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('[ERROR-07] says without a status that the offer could not be checked', async () => {
    serveBooking(oneAdultOffer());
    respondTo(verifyOffer, () => errorResponse('INTERNAL_ERROR'));
    renderApp();
    expect(await screen.findByText('Unable to verify offer validity. Please try again.')).toBeTruthy();
    expect(screen.queryByText(/500/)).toBeNull();
  });

  it('[PAX-24] checks every 30 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serveBooking(oneAdultOffer());
    renderApp();
    await findHeading();
    await waitFor(() => expect(requestsTo(verifyOffer)).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(requestsTo(verifyOffer)).toHaveLength(1);
    respondTo(verifyOffer, () => expiredOffer());
    await vi.advanceTimersByTimeAsync(2000);
    expect(requestsTo(verifyOffer)).toHaveLength(2);
    expect(await screen.findByRole('button', { name: 'Offer Expired' })).toBeTruthy();
  });

  it('[PAX-25] warns before the offer ends, and keeps what was typed when it has ended, on the way back too', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const endsAt = Date.now() + 10 * 60_000;
    serveBooking(oneAdultOffer());
    respondTo(verifyOffer, () =>
      Date.now() < endsAt
        ? { body: { valid: true, minutes_remaining: Math.floor((endsAt - Date.now()) / 60_000) } }
        : expiredOffer(),
    );
    const passMinutes = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));
    const { user, router } = renderApp();
    await findHeading();
    fireEvent.change(screen.getByLabelText(/^First name/), { target: { value: 'Ada' } });
    await passMinutes(4);
    expect(screen.queryByText('Offer Expiring Soon')).toBeNull();
    // The toast stays for seconds only.
    for (let steps = 0; steps < 32 && !queryToast(); steps++) await passMinutes(0.05);
    expect(screen.getByText('Offer Expiring Soon')).toBeTruthy();
    await passMinutes(6);
    expect(screen.getByRole('button', { name: 'Offer Expired' })).toBeTruthy();
    expect(screen.getByLabelText(/^First name/)).toHaveProperty('value', 'Ada');
    await passMinutes(20);
    await user.click(screen.getByRole('button', { name: 'Search again' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    vi.useRealTimers();
    serveBooking(oneAdultOffer());
    await act(() => router.navigate('/booking?offer=off_other&adults=1'));
    expect(await screen.findByLabelText(/^First name/)).toHaveProperty('value', 'Ada');
  });

  it('[PAX-24] [PAX-25] checks again on submit and stays on the step, with the focus, when the offer has expired', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderFilledApp();
    await findHeading();
    respondTo(verifyOffer, () => expiredOffer());
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(await screen.findByText(expired)).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Offer Expired' });
    expect(button).toHaveProperty('disabled', false);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(getFocused()).toBe(button);
    const checks = requestsTo(verifyOffer).length;
    await user.click(button);
    await user.type(screen.getByLabelText(/^First name/), '{Enter}');
    await user.click(screen.getByRole('button', { name: 'Skip Passport Info' }));
    expect(getFocused()).toBe(screen.getByRole('button', { name: 'Skip Passport Info' }));
    expect(requestsTo(verifyOffer)).toHaveLength(checks);
  });

  it('[PAX-26] continues when the check itself fails on submit', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderFilledApp();
    await findHeading();
    respondTo(verifyOffer, () => errorResponse('SERVICE_UNAVAILABLE'));
    await user.click(screen.getByRole('button', { name: submitName }));
    expect(await screen.findByRole('heading', { name: 'Bags and seats' })).toBeTruthy();
  });
});

describe('the form', () => {
  it('[PAX-02] has a labelled group for every passenger', async () => {
    const types: PassengerType[] = ['infant_without_seat', 'child', 'adult'];
    serveBooking(oneAdultOffer({ passengers: types.map((type) => ({ id: `pas_${type}`, type })) }));
    renderApp();
    await findHeading();
    const groups = screen.getAllByRole('group', { name: /^Passenger/ });
    const names = [
      'Passenger 1: Adult (12+ years)',
      'Passenger 2: Child (2-11 years)',
      'Passenger 3: Infant (under 2 years)',
    ];
    expect(groups).toHaveLength(names.length);
    for (const [index, name] of names.entries())
      expect(screen.getByRole('group', { name })).toBe(groups[index]);
  });

  it('[PAX-01] [PAX-11] shows an alert only when the airline requires identity documents', async () => {
    serveBooking(oneAdultOffer({ passenger_identity_documents_required: true }));
    const { unmount } = renderApp();
    expect(
      await screen.findByText('The airline asks for identity documents of every passenger.'),
    ).toBeTruthy();
    unmount();
    serveBooking(oneAdultOffer());
    renderApp();
    await findHeading();
    expect(screen.queryByText('Passports are needed for this flight')).toBeNull();
  });

  it('[PAX-04] [PAX-19] offers titles and genders, which are optional, and all issuing countries, 24 of them first', async () => {
    serveBooking(oneAdultOffer());
    renderApp();
    await findHeading();
    const values = (label: RegExp) =>
      within(screen.getByLabelText(label))
        .getAllByRole<HTMLOptionElement>('option')
        .map(({ value }) => value);
    expect(values(/^Title/)).toEqual(['', 'mr', 'ms', 'mrs', 'miss', 'dr']);
    expect(values(/^Gender/)).toEqual(['', 'female', 'male']);
    for (const label of [/^Title/, /^Gender/])
      expect(screen.getByLabelText(label).getAttribute('aria-required')).not.toBe('true');
    expect(values(/^Issuing country/).filter(Boolean)).toHaveLength(249);
    expect(values(/^Issuing country/).slice(1, 25)).toEqual(passportCountries.map(([code]) => code));
  });

  it('[PAX-13] requires passports on a route listed by the brand', async () => {
    serveBooking(oneAdultOffer());
    renderApp(undefined, { brand: { ...defaultBrand, passportRoutes: ['JFK-BOS'] } });
    await findHeading();
    expect(screen.getByLabelText(/^Passport number/).getAttribute('aria-required')).toBe('true');
  });

  it('[PAX-06] limits the date of birth to today, [PAX-14] normalises the passport number, [PAX-18] shows a hint for its expiry', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderApp();
    await findHeading();
    expect(screen.getByLabelText(/^Date of birth/).getAttribute('max')).toBe(today());
    const number = screen.getByLabelText(/^Passport number/);
    await user.type(number, 'ab 12 c3');
    expect(number).toHaveProperty('value', 'AB12C3');
    await user.type(screen.getByLabelText(/^Passport expiry/), addDays(today(), -1));
    expect(await screen.findByText('Passport has expired')).toBeTruthy();
    await user.clear(screen.getByLabelText(/^Passport expiry/));
    await user.type(screen.getByLabelText(/^Passport expiry/), addDays(today(), 179));
    expect(await screen.findByText('Less than 6 months validity')).toBeTruthy();
  });

  it('[PAX-21] clears and skips the passport fields when no passport is required', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderFilledApp();
    await findHeading();
    await user.type(screen.getByLabelText(/^Passport number/), 'A1');
    await user.click(screen.getByRole('button', { name: 'Skip Passport Info' }));
    expect(await screen.findByRole('heading', { name: 'Bags and seats' })).toBeTruthy();
    expect(requestsTo(verifyOffer).length).toBeGreaterThan(0);
  });
});

describe('[FAQ-07] the reminder of check-in', () => {
  const findBox = () => screen.findByRole('checkbox', { name: /^Remind me by email before check-in/ });
  const book = async (user: User) => {
    await goToPayment(user);
    fillCard();
    await clickCompleteBooking(user);
    await screen.findByRole('heading', { name: 'Booking Confirmed' });
    return requestsTo(createBooking)[0]?.body;
  };

  it('is not asked for unless its box was checked', async () => {
    serveBooking(oneAdultOffer());
    const { user } = renderFilledApp();
    expect((await findBox()).getAttribute('aria-checked')).toBe('false');
    expect((await book(user))?.checkInReminder).not.toBe(true);
  });

  it('is not offered when check-in is open already', async () => {
    const offer = oneAdultOffer();
    const [slice] = offer.slices;
    const departure_time = new Date(Date.now() + 20 * 3_600_000).toISOString().slice(0, 19);
    const origin = { ...slice!.origin, time_zone: 'UTC' };
    serveBooking({ ...offer, slices: [{ ...slice!, departure_time, origin }] });
    renderApp();
    await screen.findByRole('textbox', { name: /^Email/ });
    expect(screen.queryByRole('checkbox', { name: /^Remind me/ })).toBeNull();
  });

  it('is asked for with the booking, also after the page was loaded again', async () => {
    serveBooking(oneAdultOffer());
    const { user, unmount } = renderFilledApp();
    await user.click(await findBox());
    unmount();
    reloadTab();
    const { user: again } = renderApp();
    expect((await findBox()).getAttribute('aria-checked')).toBe('true');
    expect((await book(again))?.checkInReminder).toBe(true);
  });
});

describe('[RULE-06] consent to passengers who are all under 16', () => {
  const findConsent = () =>
    screen.findByRole('checkbox', { name: /^I agree that all passengers are under 16/ });

  it('is required before the payment, and sent with the booking, also after the page was loaded again', async () => {
    serveBooking(oneAdultOffer());
    const { user, unmount } = renderFilledApp(undefined, [{ dateOfBirth: yearsAgo(13) }]);
    const box = await findConsent();
    expect(screen.getByText(/Airlines have rules of their own for minors/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: submitName }));
    const link = await screen.findByRole('link', {
      name: /^Please confirm that all passengers are under 16/,
    });
    expect(screen.queryByRole('heading', { name: 'Bags and seats' })).toBeNull();
    await user.click(link);
    expect(getFocused()).toBe(box);
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(getDescription(box)).toContain('Please confirm that all passengers are under 16');
    await user.click(box);
    unmount();
    reloadTab();
    const { user: again } = renderApp();
    expect((await findConsent()).getAttribute('aria-checked')).toBe('true');
    await goToPayment(again);
    fillCard();
    await clickCompleteBooking(again);
    await screen.findByRole('heading', { name: 'Booking Confirmed' });
    expect(requestsTo(createBooking)[0]?.body?.minorsConsent).toBe(true);
  });

  it('is asked for as soon as the last adult is changed into a minor, and not before', async () => {
    serveBooking(oneAdultOffer());
    renderFilledApp();
    await findHeading();
    expect(screen.queryByText('All passengers are under 16')).toBeNull();
    fireEvent.change(screen.getByLabelText(/^Date of birth/), { target: { value: yearsAgo(15) } });
    expect(await findConsent()).toBeTruthy();
  });
});
