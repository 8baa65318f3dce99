import { currentUser, listAuditEntries, type AuditEntry } from '@fareline/contracts';
import { errorResponse, requestsTo, respondTo } from '@fareline/tools/fake-server';
import { formatInstant } from '@fareline/presentation/formats';
import { getFocused } from '@fareline/ui-theme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { administrator, enter, renderApp } from '../../testing/harness.tsx';
import { formatDetails } from './audit-labels.ts';

beforeEach(() => respondTo(currentUser, administrator));

const createEntry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '1',
  at: '2026-11-20T10:00:00.000Z',
  action: 'mode_switched',
  actor: { kind: 'user', id: 'usr_1', name: 'boss' },
  subject: 'mode',
  details: { mode: { from: 'test', to: 'live' } },
  ipAddress: '198.51.100.7',
  requestId: 'request-1',
  ...change,
});

async function openScreen(entries = [createEntry()], next: string | null = null) {
  respondTo(listAuditEntries, () => ({ body: { entries, next } }));
  const view = renderApp('/admin/audit');
  await screen.findByRole('heading', { level: 1, name: 'Audit trail' });
  return view;
}

it.each<[AuditEntry['details'], string[]]>([
  [{ amount: '92.000', currency: 'KWD', refund: 're_9' }, ['amount: KWD\u00a092', 'refund: re_9']],
  [
    { charge: '1200', refund: '0', credit: '0', currency: 'JPY' },
    ['charge: ¥1,200 (JPY)', 'refund: ¥0 (JPY)', 'credit: ¥0 (JPY)'],
  ],
  [
    { due: { from: null, to: '2026-11-20T10:00:00.000Z' } },
    [`due: none → ${formatInstant('2026-11-20T10:00:00.000Z')}`],
  ],
])('[ACCOUNT-05] details have amounts and times as all screens have them: %j', (details, lines) =>
  expect(formatDetails(details)).toEqual(lines),
);

describe('the audit trail', () => {
  it('[ACCOUNT-05] is a table', async () => {
    await openScreen();
    const row = await screen.findByRole('row', { name: /Switched the mode/ });
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(cells).toEqual([
      formatInstant(createEntry().at),
      'Switched the mode',
      'boss',
      'mode',
      'mode: test → live',
      '198.51.100.7',
    ]);
    expect(screen.getAllByRole('columnheader')).toHaveLength(6);
  });

  it('[ACCOUNT-05] has no user name that passes for an operator', async () => {
    await openScreen([
      createEntry({ id: '3', actor: { kind: 'operator', id: null, name: 'operator' }, ipAddress: null }),
      createEntry({ id: '2', actor: { kind: 'system', id: null, name: 'system' } }),
      createEntry({
        actor: { kind: 'user', id: 'usr_2', name: 'operator' },
        action: 'brand_saved',
        details: { changed: ['name', 'logo'], 'pricing.markupPercent': { from: null, to: 12 } },
      }),
    ]);
    await screen.findByText('changed: name, logo');
    const [, ...rows] = screen.getAllByRole('row');
    expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
      'Operator (command)',
      'System (automatic)',
      'operator',
    ]);
    expect(screen.getByText('pricing.markupPercent: none → 12')).toBeTruthy();
  });

  it('[ACCOUNT-05] is filtered by action and by text', async () => {
    const { user } = await openScreen();
    await user.selectOptions(screen.getByLabelText('Action'), 'Refunded');
    enter('Name or subject', ' ZX81 ');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() =>
      expect(requestsTo(listAuditEntries).map(({ query }) => query.toString())).toEqual([
        '',
        'action=refund_paid',
        'action=refund_paid&text=ZX81',
      ]),
    );
    await user.selectOptions(screen.getByLabelText('Action'), 'All actions');
    await waitFor(() => expect(requestsTo(listAuditEntries).at(-1)?.query.toString()).toBe('text=ZX81'));
  });

  it('[ACCOUNT-05] filters by the typed text when another action is chosen, and keeps it in its field', async () => {
    const { user } = await openScreen();
    enter('Name or subject', 'boss');
    await user.selectOptions(screen.getByLabelText('Action'), 'Refunded');
    await waitFor(() =>
      expect(requestsTo(listAuditEntries).at(-1)?.query.toString()).toBe('action=refund_paid&text=boss'),
    );
    expect(screen.getByLabelText('Name or subject')).toHaveProperty('value', 'boss');
  });

  it('[ACCOUNT-05] requests the entries again when the same filter is used again', async () => {
    const { user } = await openScreen([createEntry({ subject: 'before' })]);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    await screen.findByText(/before/);
    respondTo(listAuditEntries, () => ({
      body: { entries: [createEntry({ subject: 'afterwards' })], next: null },
    }));
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    expect(await screen.findByText(/afterwards/)).toBeTruthy();
    expect(screen.queryByText(/before/)).toBeNull();
  });

  it.each([false, true])(
    '[ACCOUNT-05] offers a sign-in that returns here when the session has ended, with entries: %s',
    async (hasEntries) => {
      respondTo(listAuditEntries, () =>
        hasEntries ? { body: { entries: [createEntry()], next: '1' } } : errorResponse('NOT_AUTHENTICATED'),
      );
      const { user } = renderApp('/admin/audit');
      if (hasEntries) {
        const button = await screen.findByRole('button', { name: 'Load more' });
        respondTo(listAuditEntries, () => errorResponse('NOT_AUTHENTICATED'));
        await user.click(button);
      }
      const link = await screen.findByRole('link', { name: 'Sign in' });
      expect(link.getAttribute('href')).toBe('/login?redirect=/admin/audit');
      expect(screen.getByText(/Your session has ended\./)).toBeTruthy();
    },
  );

  it('[ACCOUNT-05] loads older entries with a button, which keeps the focus, and says how many', async () => {
    const { user } = await openScreen([createEntry({ id: '9', subject: 'newest' })], '9');
    await screen.findByText(/newest/);
    respondTo(listAuditEntries, ({ query }) => ({
      body: {
        entries: [
          createEntry({
            id: query.get('cursor') === '9' ? '8' : '7',
            subject: `after ${query.get('cursor')}`,
          }),
        ],
        next: query.get('cursor') === '9' ? '8' : null,
      },
    }));
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText(/after 9/)).toBeTruthy();
    expect(screen.getByText(/newest/)).toBeTruthy();
    await waitFor(() => expect(getFocused()).toBe(screen.getByRole('button', { name: 'Load more' })));
    expect(screen.getByText('1 older loaded. 2 entries shown.').role).toBe('status');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText(/after 8/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    const status = screen.getByText('1 older loaded. 3 entries shown, there are no older ones.');
    expect(getFocused()).toBe(status);
  });

  it('[ACCOUNT-05] keeps the entries when older ones cannot be loaded', async () => {
    const { user } = await openScreen([createEntry({ subject: 'newest' })], '1');
    await screen.findByText(/newest/);
    respondTo(listAuditEntries, () => errorResponse('SERVICE_UNAVAILABLE'));
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText(/This part of the site is not available/)).toBeTruthy();
    expect(screen.getByText(/newest/)).toBeTruthy();
  });

  it('[ACCOUNT-05] says so when no entry matches', async () => {
    await openScreen([]);
    expect(await screen.findByText('No recorded action matches the filter.')).toBeTruthy();
  });

  it('[ACCOUNT-05] shows an error with its reason, and loads again', async () => {
    respondTo(listAuditEntries, () => errorResponse('SERVICE_UNAVAILABLE'));
    const { user } = renderApp('/admin/audit');
    expect(await screen.findByText(/Please try again/)).toBeTruthy();
    respondTo(listAuditEntries, () => ({ body: { entries: [createEntry()], next: null } }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/198\.51\.100\.7/)).toBeTruthy();
  });
});
