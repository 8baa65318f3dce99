import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { renderApp } from '../testing/harness.tsx';
import { mayOpen, roles, signInAs, staffRoutes } from '../testing/staff.ts';

const denied = /^You don't have permission to access (this page|admin settings)\.$/;

// What a test waits for does not include compiling the screens.
beforeAll(() => Promise.all(staffRoutes.map(({ file }) => import(/* @vite-ignore */ `../${file}`))));

it.each(staffRoutes.flatMap(({ path }) => roles.map((role) => [path, role] as const)))(
  '[ADMIN-10] %s gives %s one answer',
  async (path, role) => {
    signInAs(role);
    const { router } = renderApp(path.replace(':id', '3f2a9c1e-0000-4000-8000-1234567890ab'));
    if (mayOpen(role, path)) {
      expect((await screen.findAllByText(/could not be loaded|Failed to load/)).length).toBeGreaterThan(0);
      expect(screen.queryByText(denied)).toBeNull();
      expect(router.state.location.pathname).toMatch(/^\/admin/);
      return;
    }
    // Only the settings lead away who has no session. All others stay, with a sign-in that returns to them.
    if (role === 'nobody' && path !== '/admin-settings') {
      expect(await screen.findByText('Please sign in again')).toBeTruthy();
      expect(screen.getAllByRole('link', { name: 'Sign in' })).toHaveLength(1);
      expect(screen.queryByText(denied)).toBeNull();
      return;
    }
    expect(await screen.findByText(denied)).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(screen.queryByRole('button', { name: 'Sign In' }) !== null).toBe(role === 'nobody');
  },
);
