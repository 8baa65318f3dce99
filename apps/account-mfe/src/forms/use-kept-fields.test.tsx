import { forgotPassword } from '@fareline/contracts';
import { respondTo } from '@fareline/tools/fake-server';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { enter, renderApp } from '../testing/harness.tsx';

const valueOf = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;

it.each([
  ['/login', { 'Username or email': 'ada' }, ['Password']],
  ['/forgot-password', { Email: 'ada@example.com' }, []],
])(
  '[CARE-05] what was typed in %s is there when it is opened again, without a password',
  async (url, typed, passwords) => {
    const { unmount } = renderApp(url);
    await screen.findByLabelText(Object.keys(typed)[0]!);
    for (const [label, text] of Object.entries(typed)) enter(label, text);
    for (const label of passwords) enter(label, 'secret horse 7');
    unmount();
    renderApp(url);
    for (const [label, text] of Object.entries(typed)) expect(await valueOf(label)).toBe(text);
    for (const label of passwords) expect(await valueOf(label)).toBe('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('horse');
  },
);

it('[CARE-05] what was typed is forgotten once it is sent', async () => {
  respondTo(forgotPassword, () => ({ body: { success: true as const, message: 'Sent' } }));
  const { user } = renderApp('/forgot-password');
  await screen.findByLabelText('Email');
  enter('Email', 'ada@example.com');
  expect({ ...sessionStorage }).not.toEqual({});
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await screen.findByRole('heading', { name: 'Check your email' });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('ada@example.com');
});
