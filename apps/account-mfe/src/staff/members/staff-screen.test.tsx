import {
  closeStaffAccount,
  confirmPassword,
  currentUser,
  listStaff,
  revokeRole,
  type StaffMember,
} from '@fareline/contracts';
import { sampleUser } from '@fareline/contracts/testing';
import { connectionFailure, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { getFocused } from '@fareline/ui-theme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { administrator, renderApp } from '../../testing/harness.tsx';

beforeEach(() => respondTo(currentUser, administrator));

const member = (username: string, more: Partial<StaffMember> = {}): StaffMember => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${username.length}`, username, role: 'administrator' },
  ...{ email: `${username}@fareline.example`, factors: [], sessions: 0, lastUsedAt: null },
  ...more,
});
const boss = member('boss', {
  ...{ factors: ['passkey', 'totp'], sessions: 2, lastUsedAt: '2026-11-20T10:00:00.000Z' },
});
const helper = member('helper', { role: 'support', sessions: 1, lastUsedAt: '2026-11-20T10:00:00.000Z' });

async function openScreen(staff = [boss, member('deputy'), helper]) {
  respondTo(listStaff, () => ({ body: { staff } }));
  const view = renderApp('/admin/staff');
  await screen.findByText('boss@fareline.example');
  return view;
}

const getRows = () =>
  screen.getAllByRole('row').filter(({ textContent }) => textContent?.includes('@fareline.example'));

/** The dialog that a button opens. */
async function plan(name: string) {
  const view = await openScreen();
  await view.user.click(screen.getByRole('button', { name }));
  return { ...view, dialog: await screen.findByRole('alertdialog') };
}

const done = { body: { success: true as const, message: 'helper is not a member of staff any more.' } };

describe('the staff', () => {
  it('[GUARD-07] could not be loaded: says so, and asks again', async () => {
    respondTo(listStaff, () => connectionFailure());
    const { user } = renderApp('/admin/staff');
    expect(await screen.findByText('The staff could not be loaded')).toBeTruthy();
    respondTo(listStaff, () => ({ body: { staff: [boss] } }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('boss@fareline.example')).toBeTruthy();
  });

  it('[GUARD-07] keeps the last administrator', async () => {
    await openScreen([boss, helper]);
    const [last, other] = getRows();
    expect(within(last!).queryAllByRole('button')).toEqual([]);
    expect(last?.textContent).toContain('The last administrator stays.');
    expect(within(other!).getAllByRole('button')).toHaveLength(2);
  });

  it('[GUARD-07] has roles, second factors, sessions and their last use', async () => {
    await openScreen();
    const [first, second, third] = getRows().map(({ textContent }) => textContent);
    expect(first).toMatch(/^bossAdministrator.*passkey, app for codes2 sessions, last used Nov/);
    expect(second).toMatch(/^deputyAdministrator.*noneNot signed in/);
    expect(third).toMatch(/^helperSupport.*1 session, last used Nov 20, 2026/);
  });
});

describe('taking a role away', () => {
  it('[GUARD-07] is refused with the sentence of the service, and what is so now is shown', async () => {
    const { user, dialog } = await plan('Take the role away from boss');
    const message = 'boss is the last administrator: make another one first.';
    respondTo(revokeRole, () => errorResponse('ACTION_NOT_POSSIBLE', { message }));
    respondTo(listStaff, () => ({ body: { staff: [boss] } }));
    await user.click(within(dialog).getByRole('button', { name: 'Take the role away' }));
    expect(await within(dialog).findByText(message)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('The last administrator stays.')).toBeTruthy();
  });

  it('[GUARD-02] asks for the password when the service requires it', async () => {
    const { user, dialog } = await plan('Take the role away from helper');
    let isConfirmed = false;
    respondTo(revokeRole, () => (isConfirmed ? done : errorResponse('PASSWORD_REQUIRED')));
    respondTo(confirmPassword, () => {
      isConfirmed = true;
      return { body: { success: true as const, message: 'Done' } };
    });
    await user.click(within(dialog).getByRole('button', { name: 'Take the role away' }));
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.keyboard('correct horse 7{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo(revokeRole)).toHaveLength(2);
  });

  it('[GUARD-07] sends nothing when it is left by the keyboard, and returns the focus', async () => {
    const { user } = await plan('Close the account of helper');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo(closeStaffAccount)).toEqual([]);
    await waitFor(() =>
      expect(getFocused()).toBe(screen.getByRole('button', { name: 'Close the account of helper' })),
    );
  });

  it.each([
    ['Take the role away', 'from', revokeRole, 'The account stays as that of a traveller'],
    ['Close the account', 'of', closeStaffAccount, 'The account is deleted with its saved travellers'],
  ] as const)(
    '[GUARD-07] %s: says what ends, is sent once, and the row goes',
    async (name, word, endpoint, effect) => {
      const { user, dialog } = await plan(`${name} ${word} helper`);
      expect(dialog.textContent).toContain('the cases that helper has taken are given back');
      expect(dialog.textContent).toContain(effect);
      respondTo(endpoint, () => done);
      respondTo(listStaff, () => ({ body: { staff: [boss] } }));
      await user.click(within(dialog).getByRole('button', { name }));
      await waitFor(() => expect(getRows()).toHaveLength(1));
      expect(await screen.findByText('helper is not a member of staff any more.')).toBeTruthy();
      expect(requestsTo(endpoint).map(({ params }) => params)).toEqual([{ id: helper.id }]);
      await waitFor(() =>
        expect(getFocused()).toBe(screen.getByRole('heading', { level: 1, name: 'Staff' })),
      );
    },
  );

  it('[GUARD-07] from oneself says so, and ends what this browser may do', async () => {
    respondTo(currentUser, () => ({ body: sampleUser({ isAdmin: true, id: boss.id }) }));
    const { user, dialog } = await plan('Take the role away from boss');
    expect(dialog.textContent).toContain('This is your own account.');
    respondTo(revokeRole, () => done);
    for (const endpoint of [currentUser, listStaff] as const)
      respondTo(endpoint, () => errorResponse('NOT_AUTHENTICATED'));
    await user.click(within(dialog).getByRole('button', { name: 'Take the role away' }));
    expect(await screen.findByText('Please sign in again')).toBeTruthy();
  });
});
