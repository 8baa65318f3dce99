import { defaultBrand } from '@fareline/contracts/schemas';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { BrandProvider, useBrand } from './brand-context.tsx';

const Name = () => <p>{useBrand().name}</p>;

it('[BRAND-11] useBrand throws outside of its provider', () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Name />)).toThrow('useBrand must be used within a BrandProvider');
  consoleError.mockRestore();
});

it('[BRAND-10] shows markup in a brand value as text', () => {
  render(
    <BrandProvider brand={{ ...defaultBrand, name: '<b>Bold</b>' }}>
      <Name />
    </BrandProvider>,
  );
  expect(screen.getByText('<b>Bold</b>')).toBeTruthy();
});
