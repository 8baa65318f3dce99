import {
  changeRelease,
  confirmPassword,
  currentUser,
  listReleases,
  type ManagedRelease,
  type ManagedReleases,
} from '@fareline/contracts';
import { connectionFailure, errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { getFocused } from '@fareline/ui-theme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { administrator, enter, renderApp } from '../../testing/harness.tsx';

beforeEach(() => respondTo(currentUser, administrator));

const version = (name: string, views = 0, errors = 0) => ({
  ...{ version: name, commit: `commit-of-${name}`, by: 'ana', at: '2026-11-20T10:00:00.000Z' },
  ...{ views, errors },
});

const search: ManagedRelease = {
  ...{ name: 'search', version: '2-b', previous: '1-a', revision: '0123456789abcdef' },
  candidate: { version: '3-c', audience: { brands: ['sunhop'], percent: 5 } },
  versions: [version('3-c', 40, 3), version('2-b', 900), version('1-a')],
  history: [
    {
      ...{ version: '2-b', from: '4-d', at: '2026-11-20T10:00:00.000Z', action: 'rolled-back', by: 'edge' },
      reason: '5 of 20 views had an error',
    },
    { version: '4-d', at: '2026-11-19T10:00:00.000Z', action: 'released', by: 'ana', team: 'search' },
  ],
};

const withEntry = (change: Partial<ManagedRelease> = {}): ManagedReleases => ({
  isManaged: true,
  frontEnds: [{ ...search, ...change }],
});

async function openScreen(releases = withEntry()) {
  respondTo(listReleases, () => ({ body: releases }));
  const view = renderApp('/admin/releases');
  await screen.findByRole('heading', { level: 1, name: 'Releases' });
  return view;
}

const getCard = () => screen.findByRole('region', { name: 'search' });

/** The dialog that a button opens. */
async function plan(name: string, releases?: ManagedReleases) {
  const view = await openScreen(releases);
  await getCard();
  await view.user.click(screen.getByRole('button', { name }));
  return { ...view, dialog: await screen.findByRole('alertdialog') };
}

afterEach(() => vi.restoreAllMocks());

describe('the releases', () => {
  it('show the current version, the candidate and for whom it is, and each version with its errors', async () => {
    await openScreen();
    const card = await getCard();
    expect(within(card).getByText('Current:', { exact: false }).textContent).toBe(
      'Current: 2-b for all others',
    );
    expect(within(card).getByText('Candidate:', { exact: false }).textContent).toBe(
      'Candidate: 3-c for 5\u00A0% of visitors of sunhop',
    );
    const [, candidate, current, old] = within(card)
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(candidate).toContain('commit-of-3-c');
    expect(candidate).toContain('40 views, 3 with an error (7.5\u00A0%)');
    expect(current).toContain('900 views, 0 with an error (0.0\u00A0%)');
    expect(old).toContain('Not shown');
    expect(within(card).getAllByRole('button', { name: /^Make current/ })).toHaveLength(2);
  });

  it('have a history of who did what when and why', async () => {
    const { user } = await openScreen();
    await user.click(within(await getCard()).getByText('History'));
    expect(screen.getByText(/Rolled back to/).textContent).toMatch(
      /^Nov 20, 2026, .* · Rolled back to 2-b from 4-d · edge · 5 of 20 views had an error$/,
    );
    expect(screen.getByText(/· Released/).textContent).toMatch(/ · Released 4-d · ana \(search\)$/);
  });

  it('show the newest versions and those in use, and all of many on request', async () => {
    const versions = Array.from({ length: 30 }, (_, index) => version(`${30 - index}-x`));
    const { user } = await openScreen(withEntry({ versions, version: '2-x', candidate: null }));
    const card = await getCard();
    const countItems = () => within(card).getAllByText(/^commit-of/).length;
    expect(countItems()).toBe(6);
    await user.click(screen.getByRole('button', { name: 'Show all 30 versions' }));
    expect(countItems()).toBe(30);
  });

  it('offer nothing that is not possible', async () => {
    await openScreen(withEntry({ candidate: null, previous: null, version: 'removed', versions: [] }));
    const card = await getCard();
    expect(within(card).getByText('Removed: its pages show an error.')).toBeTruthy();
    expect(within(card).queryAllByRole('button')).toEqual([]);
  });

  it.each([
    [{ isManaged: false, frontEnds: [] }, 'Releases are not managed here'],
    [{ isManaged: true, frontEnds: [] }, 'No releases'],
  ])('say why there are none: %j', async (releases, title) => {
    await openScreen(releases);
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('that could not be loaded are requested again on request', async () => {
    respondTo(listReleases, () => connectionFailure());
    const { user } = renderApp('/admin/releases');
    expect(await screen.findByText('The releases could not be loaded')).toBeTruthy();
    respondTo(listReleases, () => ({ body: withEntry() }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await getCard()).toBeTruthy();
    expect(screen.queryByText('The releases could not be loaded')).toBeNull();
  });

  it('are read again while the screen is open, and stay when that fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openScreen();
    await getCard();
    respondTo(listReleases, () => errorResponse('SERVICE_UNAVAILABLE'));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await screen.findByText('The releases could not be loaded')).toBeTruthy();
    expect(await getCard()).toBeTruthy();
    vi.useRealTimers();
  });
});

describe('a change', () => {
  it.each([
    [
      'Promote the candidate',
      'Promote',
      'All visitors get search 3-c in place of 2-b. So far it is for 5\u00A0% of visitors of sunhop.',
      { action: 'promote' },
    ],
    [
      'Withdraw the candidate',
      'Withdraw',
      'Nobody gets search 3-c any more; all visitors get 2-b.',
      { action: 'withdraw' },
    ],
    [
      'Roll back to 1-a',
      'Roll back',
      'All visitors but those who get the candidate get search 1-a in place of 2-b.',
      { action: 'roll-back' },
    ],
    [
      'Make current 3-c',
      'Make it current',
      'All visitors get search 3-c in place of 2-b.',
      { action: 'set', version: '3-c' },
    ],
  ])('%s: is told before, and sent once with what was seen', async (button, confirm, effect, body) => {
    const { user, dialog } = await plan(button);
    expect(dialog.textContent).toContain(effect);
    expect(dialog.textContent).toContain('In the last ten minutes search was shown 940 times.');
    expect(requestsTo(changeRelease)).toEqual([]);
    const after = withEntry({ version: '7-z', candidate: null });
    respondTo(changeRelease, () => ({ body: after }));
    respondTo(listReleases, () => ({ body: after }));
    enter('Reason', ' Visitors called ');
    await user.click(within(dialog).getByRole('button', { name: confirm }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('heading', { name: 'search' })));
    expect(requestsTo(changeRelease).map((request) => request.body)).toEqual([
      { ...body, revision: search.revision, reason: 'Visitors called' },
    ]);
    expect(await screen.findByText('7-z')).toBeTruthy();
  });

  it('of the percentage is sent when it is one', async () => {
    const { user, dialog } = await plan('Change the percentage');
    const field = within(dialog).getByLabelText(/^Percentage of visitors/);
    expect(field).toHaveProperty('value', '5');
    respondTo(changeRelease, () => ({ body: withEntry() }));
    for (const wrong of ['', '0', '101', '0.05', 'half']) {
      enter(/^Percentage of visitors/, wrong);
      await user.click(within(dialog).getByRole('button', { name: 'Change the percentage' }));
      expect(await screen.findByText('Enter a number above 0, at most 100, in steps of 0.1')).toBeTruthy();
    }
    expect(requestsTo(changeRelease)).toEqual([]);
    enter(/^Percentage of visitors/, '12.5');
    await user.click(within(dialog).getByRole('button', { name: 'Change the percentage' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo(changeRelease)[0]?.body).toEqual({
      ...{ action: 'percent', percent: 12.5 },
      revision: search.revision,
    });
  });

  it('shows the sentence of a refusal, and what is released now', async () => {
    const { user, dialog } = await plan('Promote the candidate');
    const message = 'The releases of search have changed meanwhile. Look at them again.';
    respondTo(changeRelease, () => errorResponse('RELEASE_REFUSED', { message }));
    respondTo(listReleases, () => ({ body: withEntry({ version: '7-z' }) }));
    await user.click(within(dialog).getByRole('button', { name: 'Promote' }));
    expect(await within(dialog).findByText(message)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('7-z')).toBeTruthy();
  });

  it('[ACCOUNT-06] asks for the password when the service requires it', async () => {
    const { user, dialog } = await plan('Withdraw the candidate');
    let isConfirmed = false;
    respondTo(changeRelease, () =>
      isConfirmed ? { body: withEntry({ candidate: null }) } : errorResponse('PASSWORD_REQUIRED'),
    );
    respondTo(confirmPassword, () => {
      isConfirmed = true;
      return { body: { success: true as const, message: 'Done' } };
    });
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await screen.findByRole('dialog', { name: 'Confirm your password' });
    await user.keyboard('correct horse 7{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo(changeRelease)).toHaveLength(2);
  });

  it('that is not confirmed by the keyboard sends nothing and returns the focus', async () => {
    const { user } = await plan('Roll back to 1-a');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requestsTo(changeRelease)).toEqual([]);
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('button', { name: 'Roll back to 1-a' })));
  });
});
