import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StaffTable } from './staff-table.tsx';

const columns = [
  { label: 'Day', cell: ({ day }: { day: string }) => day },
  { label: 'Bookings', cell: ({ count }: { count: number }) => count },
];
const rows = [
  { day: 'Monday', count: 3 },
  { day: 'Tuesday', count: 0 },
];

it('[REVIEW-04] names each value of a row on a phone, where the head of the table is out of sight', () => {
  render(<StaffTable label="Days" columns={columns} rows={rows} getKey={({ day }) => day} />);
  const table = within(screen.getByRole('table', { name: 'Days' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Day',
    'Bookings',
  ]);
  expect(table.getAllByRole('cell').map(({ dataset }) => dataset.label)).toEqual([
    undefined,
    'Bookings',
    undefined,
    'Bookings',
  ]);
});

it('[REVIEW-04] has a column for buttons only where rows have some, with a name', () => {
  render(
    <StaffTable
      label="Days"
      columns={columns}
      rows={rows}
      getKey={({ day }) => day}
      actions={({ day }) => <button type="button">Close {day}</button>}
    />,
  );
  expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeTruthy();
  expect(screen.getByRole('row', { name: /^Monday 3/ }).textContent).toBe('Monday3Close Monday');
});
