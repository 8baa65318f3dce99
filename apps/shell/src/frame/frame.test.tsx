import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderElement } from '../testing/harness.tsx';
import { Frame } from './frame.tsx';

it.each(['/admin-settings', '/admin/bookings/bok_1', '/Admin/staff'])(
  '[FOOTER-01] has no footer for travellers on %s',
  (url) => {
    renderElement(<Frame>Work</Frame>, { url });
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  },
);

it.each(['/', '/administrator', '/booking', '/account-settings'])(
  '[FOOTER-01] has the footer on %s',
  (url) => {
    renderElement(<Frame>Work</Frame>, { url });
    expect(screen.getByRole('contentinfo')).toBeTruthy();
  },
);
