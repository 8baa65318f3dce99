import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getFocused } from '../testing/index.tsx';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from './dialog.tsx';

it('a decision keeps the focus when the second press of a double click meets what is behind it', () => {
  render(
    <AlertDialog open>
      <AlertDialogContent title="Cancel it?" footer={<AlertDialogCancel>Keep it</AlertDialogCancel>} />
    </AlertDialog>,
  );
  const keep = screen.getByRole('button', { name: 'Keep it' });
  expect(getFocused()).toBe(keep);
  const isFocusTaken = fireEvent.mouseDown(document.querySelector('.ui-overlay')!);
  expect(isFocusTaken).toBe(false);
});
