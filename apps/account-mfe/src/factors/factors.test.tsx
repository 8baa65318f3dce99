import {
  addFactor,
  challengeFactor,
  currentUser,
  listBrands,
  listFactors,
  login,
  prepareFactor,
  readFactor,
  removeFactor,
  replaceRecoveryCodes,
  showFactor,
  type FactorState,
} from '@fareline/contracts';
import { sampleUser } from '@fareline/contracts/testing';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { getDescription, getFocused } from '@fareline/ui-theme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { administrator, enter, ownFactors, renderApp } from '../testing/harness.tsx';

const browser = vi.hoisted(() => ({
  browserSupportsWebAuthn: vi.fn(() => true),
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
}));
vi.mock('@simplewebauthn/browser', () => browser);
afterEach(() => void vi.resetAllMocks());

const staff = sampleUser({ isAdmin: true });
const shown = { body: { success: true as const, message: 'Confirmed', user: staff } };
const credential = {
  ...{ id: 'key', rawId: 'key', type: 'public-key' },
  ...{ response: {}, clientExtensionResults: {} },
};
const preparation = {
  options: { challenge: 'abc' },
  secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  uri: 'otpauth://totp/localhost:admin?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
};
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-pq${index}x`);

/** Enters the password of a member of staff, whose second factor is owed. */
async function enterPassword(kinds: FactorState['kinds'], url = '/login?redirect=/find-trip') {
  respondTo(login, () => errorResponse('FACTOR_REQUIRED'));
  respondTo(readFactor, () => ({ body: { factor: 'owed' as const, kinds } }));
  respondTo(currentUser, () => errorResponse('NOT_AUTHENTICATED'));
  const view = renderApp(url);
  await screen.findByRole('heading', { name: 'Welcome Back' });
  enter('Username or email', 'boss');
  enter('Password', 'secret');
  await view.user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByRole('heading', { name: 'Confirm that it is you' });
  return view;
}

describe('the sign-in of staff', () => {
  it('[GUARD-03] goes on with a code of the app, and says beside the field that one is wrong', async () => {
    respondTo(showFactor, () => errorResponse('FACTOR_REFUSED', { message: 'This code is not correct.' }));
    const { user, router } = await enterPassword(['totp', 'recovery']);
    const field = await screen.findByLabelText('Code from your app');
    await waitFor(() => expect(getFocused()).toBe(field));
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(getDescription(field)).toContain('Enter the six digits that the app shows'));
    expect(requestsTo(showFactor)).toEqual([]);
    enter('Code from your app', '123 456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(getDescription(field)).toContain('This code is not correct.'));
    respondTo(showFactor, () => shown);
    enter('Code from your app', '123 457');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Login successful')).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe('/find-trip'));
    expect(requestsTo(showFactor).map(({ body }) => body)).toEqual([
      { kind: 'totp', code: '123456' },
      { kind: 'totp', code: '123457' },
    ]);
  });

  it('[GUARD-09] goes on with a passkey, also after its dialog was closed once, or with a recovery code', async () => {
    respondTo(challengeFactor, () => ({ body: { options: { challenge: 'abc' } } }));
    respondTo(showFactor, () => shown);
    browser.startAuthentication.mockRejectedValueOnce(
      Object.assign(new Error('cancelled'), { name: 'NotAllowedError' }),
    );
    browser.startAuthentication.mockResolvedValueOnce(credential);
    const { user } = await enterPassword(['passkey', 'totp', 'recovery']);
    const button = await screen.findByRole('button', { name: 'Use a passkey' });
    await waitFor(() => expect(getFocused()).toBe(button));
    await user.click(button);
    expect((await screen.findByRole('alert')).textContent).toContain('The passkey was not confirmed.');
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await waitFor(() => expect(getFocused()).toBe(screen.getByLabelText('Recovery code')));
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('Login successful')).toBeTruthy();
    expect(requestsTo(showFactor).map(({ body }) => body)).toEqual([{ kind: 'passkey', credential }]);
  });

  it('[GUARD-03] begins anew when five minutes are over, and says so', async () => {
    respondTo(showFactor, () => errorResponse('NOT_AUTHENTICATED'));
    const { user } = await enterPassword(['totp']);
    await screen.findByLabelText('Code from your app');
    enter('Code from your app', '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('The second step took too long. Please sign in again.')).toBeTruthy();
    expect(screen.getByLabelText('Username or email')).toHaveProperty('value', 'boss');
    expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
  });

  it('[GUARD-09] says how to get a first factor without a link, and sets one up with it', async () => {
    const { unmount } = await enterPassword([]);
    expect(await screen.findByText('Your account has no second factor yet')).toBeTruthy();
    unmount();
    respondTo(prepareFactor, () => ({ body: preparation }));
    respondTo(addFactor, () => ({ body: { user: staff, recoveryCodes } }));
    const { user, router } = await enterPassword([], '/login#set-up=a-token-of-a-link');
    expect(router.state.location.hash).toBe('');
    await user.click(await screen.findByRole('button', { name: 'Add an app for codes' }));
    expect(await screen.findByRole('img', { name: 'Picture of the secret for your app' })).toBeTruthy();
    expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy();
    enter('Name of the app', 'Phone');
    enter('Code from your app', '123456');
    await user.click(screen.getByRole('button', { name: 'Add the app' }));
    const codes = await screen.findByRole('region', { name: 'Keep your recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
    await user.click(within(codes).getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/security'));
    expect(requestsTo(prepareFactor)[0]?.body).toEqual({ token: 'a-token-of-a-link' });
    expect(requestsTo(addFactor).map(({ body }) => body)).toEqual([
      {
        ...{ kind: 'totp', name: 'Phone', token: 'a-token-of-a-link' },
        ...{ secret: preparation.secret, code: '123456' },
      },
    ]);
  });
});

describe('the page of second factors', () => {
  const openPage = async () => {
    respondTo(currentUser, administrator);
    const view = renderApp('/admin/security');
    await screen.findByRole('heading', { name: 'Second factors' });
    return view;
  };

  it('[GUARD-02] asks for a second factor before one is removed, and says which is the only one', async () => {
    const two = ownFactors();
    two.factors.push({ ...two.factors[0]!, id: '3f2a9c1e-0000-4000-8000-0000000000aa', name: 'Key' });
    let isShown = false;
    respondTo(listFactors, () => ({ body: isShown ? { ...ownFactors(), isRequired: true } : two }));
    respondTo(readFactor, () => ({ body: { factor: 'shown' as const, kinds: ['totp' as const] } }));
    respondTo(showFactor, () => {
      isShown = true;
      return shown;
    });
    respondTo(removeFactor, () =>
      isShown ? { body: { success: true as const, message: '' } } : errorResponse('FACTOR_REQUIRED'),
    );
    const { user } = await openPage();
    await user.click(screen.getByRole('button', { name: 'Remove Key' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await user.click(await within(dialog).findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(removeFactor)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Remove Key' }));
    await screen.findByLabelText('Code from your app');
    enter('Code from your app', '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Second factor removed')).toBeTruthy();
    expect(await screen.findByText('Add another one to remove it')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('[GUARD-09] adds a passkey, says when one is there already, and shows new recovery codes once', async () => {
    respondTo(prepareFactor, () => ({ body: preparation }));
    respondTo(addFactor, () => ({ body: { user: staff, recoveryCodes: null } }));
    respondTo(replaceRecoveryCodes, () => ({ body: { recoveryCodes } }));
    browser.startRegistration.mockRejectedValueOnce(
      Object.assign(new Error('known'), { name: 'InvalidStateError' }),
    );
    browser.startRegistration.mockResolvedValueOnce(credential);
    const { user } = await openPage();
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
    const name = await screen.findByLabelText('Name of the passkey');
    await user.click(screen.getByRole('button', { name: 'Create the passkey' }));
    await waitFor(() => expect(getDescription(name)).toContain('Give it a name that you will recognise'));
    enter('Name of the passkey', 'Laptop');
    await user.click(screen.getByRole('button', { name: 'Create the passkey' }));
    expect(await screen.findByText('This device or key is one of your passkeys already.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create the passkey' }));
    expect(await screen.findByText('Second factor added')).toBeTruthy();
    expect(requestsTo(addFactor).map(({ body }) => body)).toEqual([
      { kind: 'passkey', name: 'Laptop', credential },
    ]);
    await user.click(screen.getByRole('button', { name: 'Make new codes' }));
    expect(await screen.findByText(recoveryCodes[9]!)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(screen.queryByText(recoveryCodes[9]!)).toBeNull();
  });

  it('[GUARD-03] is what every other screen of staff leads to who has no second factor', async () => {
    respondTo(currentUser, administrator);
    respondTo(listFactors, () => ({ body: { ...ownFactors(), factors: [] } }));
    respondTo(listBrands, () => errorResponse('INTERNAL_ERROR'));
    const { user, router } = renderApp('/admin/brands');
    await user.click(await screen.findByRole('link', { name: 'Set one up' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/security'));
    expect(
      await screen.findByText('You have none yet: whoever knows your password can act as you.'),
    ).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Set one up' })).toBeNull();
  });
});
