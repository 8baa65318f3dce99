import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '../widgets/dialog.tsx';
import { renderWithoutRouter } from '../testing/index.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

function Page({ hasDialog }: { hasDialog: boolean }) {
  const root = useKeptFocus<HTMLDivElement>();
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);
  return (
    <div ref={root}>
      <section>
        <h2>Cases</h2>
        {isOpen && <button onClick={() => (hasDialog ? setAsking(true) : setOpen(false))}>Close case</button>}
      </section>
      {isAsking && (
        <AlertDialog open>
          <AlertDialogContent
            title="Close?"
            footer={
              <AlertDialogCancel
                onClick={() => {
                  setOpen(false);
                  setAsking(false);
                }}
              >
                Yes
              </AlertDialogCancel>
            }
          />
        </AlertDialog>
      )}
    </div>
  );
}

const press = (name: string) => {
  const button = screen.getByRole('button', { name });
  button.focus();
  button.click();
};

it('[CARE-05] the part of the page has the focus whose button was removed', async () => {
  renderWithoutRouter(<Page hasDialog={false} />);
  press('Close case');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Cases' })));
});

it('[CARE-05] likewise after a dialog whose opener was removed', async () => {
  renderWithoutRouter(<Page hasDialog />);
  press('Close case');
  await screen.findByRole('alertdialog');
  press('Yes');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Cases' })));
});
