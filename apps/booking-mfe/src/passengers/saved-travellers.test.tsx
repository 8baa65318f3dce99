import {
  currentUser,
  listTravellers,
  saveTraveller,
  sessionHintCookie,
  type Offer,
  type SavedTraveller,
} from '@fareline/contracts';
import { sampleTraveller, sampleUser } from '@fareline/contracts/testing';
import { connectionFailure, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { getAnnouncement, getFocused, queryToast } from '@fareline/ui-theme/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fillPassenger, renderApp, renderFilledApp, serveBooking } from '../testing/harness.tsx';
import { internationalOffer, oneAdultOffer } from '../testing/samples.ts';

const ada = sampleTraveller();
const bo = sampleTraveller({
  id: '9a4b7c7e-52a5-4a08-8f0e-6f6d3ff0a4d1',
  firstName: 'Bo',
  dateOfBirth: '1992-02-29',
  title: undefined,
  passportNumber: undefined,
  passportExpiryDate: undefined,
  passportIssuingCountry: undefined,
});
const kid = sampleTraveller({ id: '5b3f4e9d-1a49-4fb7-9d38-46b3e2d8f7aa', firstName: 'Kim' });
const twoAdults = [
  { id: 'pas_1', type: 'adult' as const },
  { id: 'pas_2', type: 'adult' as const },
];
const boxName = /^Save for my next booking/;
const block = (number: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Passenger ${number}:`) }));
const row = (number = 1) => within(block(number).getByRole('group', { name: 'Saved travellers' }));
const value = (label: RegExp, number = 1) => block(number).getByLabelText<HTMLInputElement>(label).value;
const continueOn = (user: ReturnType<typeof renderApp>['user']) =>
  user.click(screen.getByRole('button', { name: 'Continue to Seats' }));
const enter = (label: RegExp, text: string, number = 1) =>
  fireEvent.change(block(number).getByLabelText(label), { target: { value: text } });

/** Opens the passenger step as a signed-in user with these saved travellers. */
async function openStep(
  travellers: SavedTraveller[],
  offer: Offer = internationalOffer(),
  render: () => ReturnType<typeof renderApp> = renderApp,
) {
  document.cookie = `${sessionHintCookie}=1`;
  serveBooking(offer);
  respondTo(currentUser, () => ({ body: sampleUser() }));
  respondTo(listTravellers, () => ({ body: travellers }));
  respondTo(saveTraveller, () => ({ body: { success: true as const, message: 'The traveller is saved' } }));
  const view = render();
  await screen.findAllByRole('checkbox', { name: boxName });
  return view;
}

it('[PAX-01] fills in the email address of who is signed in, which can be replaced', async () => {
  await openStep([]);
  const email = screen.getByLabelText<HTMLInputElement>(/^Email/);
  await waitFor(() => expect(email.value).toBe(sampleUser().email));
  fireEvent.change(email, { target: { value: '' } });
  expect(email.value).toBe('');
});

describe('who sees saved travellers', () => {
  it('a guest sees none, is asked for none and can save none', async () => {
    serveBooking(oneAdultOffer());
    renderApp();
    await screen.findByRole('heading', { name: 'Who is travelling?' });
    expect(screen.queryByRole('group', { name: 'Saved travellers' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: boxName })).toBeNull();
    expect(requestsTo(listTravellers)).toEqual([]);
  });

  it('a booking is made without them when the service has no answer', async () => {
    document.cookie = `${sessionHintCookie}=1`;
    serveBooking(oneAdultOffer());
    respondTo(currentUser, () => ({ body: sampleUser() }));
    respondTo(listTravellers, connectionFailure);
    const { user } = renderApp();
    await waitFor(() => expect(requestsTo(listTravellers)).toHaveLength(1));
    await screen.findByRole('heading', { name: 'Who is travelling?' });
    await fillPassenger(user, 1, '1990-01-31');
    expect(screen.queryByRole('group', { name: 'Saved travellers' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: boxName })).toBeNull();
    await continueOn(user);
    expect(await screen.findByRole('heading', { name: 'Bags and seats' })).toBeTruthy();
  });

  it('[PROVIDER-38] a passenger is offered those whose age fits on the last flight', async () => {
    const passengers = [twoAdults[0]!, { id: 'pas_2', type: 'child' as const }];
    const child = { ...kid, dateOfBirth: `${new Date().getFullYear() - 6}-01-01` };
    await openStep([ada, child], oneAdultOffer({ passengers }));
    expect(
      row(1)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ada Lovelace']);
    expect(
      row(2)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Kim Lovelace']);
  });
});

describe('one press', () => {
  it('fills in all but the contact fields, says so and goes on to what is missing', async () => {
    const { user } = await openStep([ada, bo]);
    enter(/^Email/, 'ada@example.com');
    await user.click(row().getByRole('button', { name: 'Ada Lovelace' }));
    expect([
      ...[
        value(/^Title/),
        value(/^First name/),
        value(/^Last name/),
        value(/^Date of birth/),
        value(/^Gender/),
      ],
      ...[value(/^Passport number/), value(/^Passport expiry/), value(/^Issuing country/), value(/^Email/)],
    ]).toEqual([
      'ms',
      'Ada',
      'Lovelace',
      '1990-12-10',
      'female',
      'X1234567',
      '2099-01-01',
      'GB',
      'ada@example.com',
    ]);
    expect(getAnnouncement()).toBe('Passenger 1 is filled in with Ada Lovelace');
    expect(getFocused()).toBe(block(1).getByLabelText(/^Phone/));
    expect(row().getByRole('button', { name: 'Ada Lovelace' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('keeps the focus when nothing is missing, and removes errors', async () => {
    const { user } = await openStep([ada]);
    await continueOn(user);
    await block(1).findByText('First name is required');
    enter(/^Email/, 'ada@example.com');
    enter(/^Phone/, '+12125550142');
    const button = row().getByRole('button', { name: 'Ada Lovelace' });
    await user.click(button);
    await waitFor(() => expect(block(1).queryByRole('alert')).toBeNull());
    expect(getFocused()).toBe(button);
  });

  it('leads to a passport that has expired, of which the form speaks', async () => {
    const { user } = await openStep([{ ...ada, passportExpiryDate: '2020-01-01' }]);
    enter(/^Email/, 'ada@example.com');
    enter(/^Phone/, '+12125550142');
    await user.click(row().getByRole('button', { name: 'Ada Lovelace' }));
    expect(getFocused()).toBe(block(1).getByLabelText(/^Passport expiry/));
    expect(block(1).getByText('Passport has expired')).toBeTruthy();
    await continueOn(user);
    expect(await block(1).findByText('Passport must not be expired')).toBeTruthy();
  });

  it('replaces one traveller by another, with nothing left of the first', async () => {
    const { user } = await openStep([ada, bo]);
    await user.click(row().getByRole('button', { name: 'Ada Lovelace' }));
    await user.click(row().getByRole('button', { name: 'Bo Lovelace' }));
    expect([value(/^Title/), value(/^First name/), value(/^Passport number/)]).toEqual(['', 'Bo', '']);
    expect(row().getByRole('button', { name: 'Ada Lovelace' }).getAttribute('aria-pressed')).toBe('false');
  });

  it('does nothing at a traveller who is another passenger already', async () => {
    const { user } = await openStep([ada, bo], oneAdultOffer({ passengers: twoAdults }));
    await user.click(row(1).getByRole('button', { name: 'Ada Lovelace' }));
    const taken = row(2).getByRole('button', { name: 'Ada Lovelace (passenger 1)' });
    expect(taken.getAttribute('aria-disabled')).toBe('true');
    await user.click(taken);
    expect(value(/^First name/, 2)).toBe('');
    await user.click(row(1).getByRole('button', { name: 'Bo Lovelace' }));
    await user.click(row(2).getByRole('button', { name: 'Ada Lovelace' }));
    expect(value(/^First name/, 2)).toBe('Ada');
  });
});

describe('saving', () => {
  const savedBodies = () => requestsTo(saveTraveller).map(({ params, body }) => ({ id: params.id, ...body }));
  const fillContact = () => {
    enter(/^Email/, 'ada@example.com');
    enter(/^Phone/, '+12125550142');
  };

  it('is off at first and sends nothing', async () => {
    const { user } = await openStep([], oneAdultOffer(), renderFilledApp);
    expect(screen.getByRole('checkbox', { name: boxName }).getAttribute('aria-checked')).toBe('false');
    await continueOn(user);
    await screen.findByRole('heading', { name: 'Bags and seats' });
    expect(requestsTo(saveTraveller)).toEqual([]);
  });

  it('sends a new traveller on Continue, without contact data, and says so', async () => {
    const { user } = await openStep([], oneAdultOffer(), renderFilledApp);
    await user.click(screen.getByRole('checkbox', { name: boxName }));
    expect(requestsTo(saveTraveller)).toEqual([]);
    await continueOn(user);
    await screen.findByRole('heading', { name: 'Bags and seats' });
    await waitFor(() => expect(queryToast()?.textContent).toContain('Saved for your next booking'));
    expect(savedBodies()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...{ title: '', gender: 'female', firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1990-01-31' },
        ...{ passportNumber: '', passportExpiryDate: '', passportIssuingCountry: '' },
      },
    ]);
  });

  it('replaces a chosen traveller whose passport or name has changed, and says so beforehand', async () => {
    const { user } = await openStep([ada]);
    fillContact();
    await user.click(row().getByRole('button', { name: 'Ada Lovelace' }));
    enter(/^Last name/, 'King');
    enter(/^Passport number/, 'Y7654321');
    expect(block(1).getByText('Updates Ada Lovelace')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: boxName }));
    await continueOn(user);
    await waitFor(() => expect(savedBodies()).toHaveLength(1));
    expect(savedBodies()).toEqual([{ ...ada, lastName: 'King', passportNumber: 'Y7654321' }]);
  });

  it('saves somebody else beside the chosen traveller', async () => {
    const { user } = await openStep([ada]);
    fillContact();
    await user.click(row().getByRole('button', { name: 'Ada Lovelace' }));
    enter(/^First name/, 'Eve');
    enter(/^Date of birth/, '1985-03-04');
    expect(block(1).queryByText(/^Updates/)).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: boxName }));
    await continueOn(user);
    await waitFor(() => expect(savedBodies()).toHaveLength(1));
    expect(savedBodies()[0]?.id).not.toBe(ada.id);
  });

  it('replaces whoever was typed again, and keeps the passport that this flight does not need', async () => {
    const { user } = await openStep([ada], oneAdultOffer(), () =>
      renderFilledApp(undefined, [{ dateOfBirth: ada.dateOfBirth }]),
    );
    await user.click(screen.getByRole('checkbox', { name: boxName }));
    await user.click(screen.getByRole('button', { name: 'Skip Passport Info' }));
    await waitFor(() => expect(savedBodies()).toHaveLength(1));
    expect(savedBodies()).toEqual([{ ...ada, title: '' }]);
  });

  it.each([
    ['is refused', () => errorResponse('TRAVELLERS_FULL'), /no room for more saved travellers/],
    ['has no answer', connectionFailure, /Nothing answered\. Your booking goes on/],
  ])('lets the booking go on when it %s', async (_, response, message) => {
    const { user } = await openStep([], oneAdultOffer(), renderFilledApp);
    respondTo(saveTraveller, response);
    await user.click(screen.getByRole('checkbox', { name: boxName }));
    await continueOn(user);
    await waitFor(() => expect(queryToast()?.textContent).toMatch(message));
    expect(queryToast()?.textContent).toContain('Not saved for your next booking');
    expect(await screen.findByRole('heading', { name: 'Bags and seats' })).toBeTruthy();
  });
});
