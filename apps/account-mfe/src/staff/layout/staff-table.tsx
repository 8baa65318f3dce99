import { classNames } from '@fareline/ui-theme';
import type { ReactNode } from 'react';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  className?: string;
}

interface StaffTableProps<Row> {
  label: string;
  /** The first one names its row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => string;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
}

/** In a row they are lower, so that it is no higher than one without. */
const actionClasses =
  'flex flex-wrap gap-x-2 gap-y-1 md:justify-end md:[&_.ui-button]:min-h-7 md:[&_.ui-button]:px-2 xl:[&_.ui-button]:whitespace-nowrap [&_.ui-button]:text-small xl:flex-nowrap';

/** A dense table with a row of 36 px for each that has one line, whose head stays in sight; on a phone each row is a list of its values. */
export function StaffTable<Row>({ label, columns, rows, getKey, actions }: StaffTableProps<Row>) {
  const headClasses =
    'h-9 px-2 text-start md:first:pl-0 font-medium text-text-muted md:sticky md:top-(--bar-height) md:z-10 md:bg-background md:shadow-[inset_0_-1px_0_var(--color-line)]';
  return (
    <table aria-label={label} className="w-full wrap-break-word text-small figures max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ label: name, className }) => (
            <th key={name} scope="col" className={classNames(headClasses, className)}>
              {name}
            </th>
          ))}
          {actions && (
            <th scope="col" className={headClasses}>
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={getKey(row)}
            className="border-line border-b max-md:grid max-md:gap-1 max-md:py-3 md:hover:bg-muted/40"
          >
            {columns.map(({ label: name, cell, className }, index) => (
              <td
                key={name}
                data-label={index > 0 ? name : undefined}
                className={classNames(
                  'md:h-9 md:px-2 md:py-1 md:first:pl-0 max-md:relative max-md:empty:hidden max-md:data-label:pl-28 max-md:data-label:before:absolute max-md:data-label:before:left-0 max-md:data-label:before:text-text-muted max-md:data-label:before:content-[attr(data-label)]',
                  className,
                )}
              >
                {cell(row)}
              </td>
            ))}
            {actions && (
              <td className="md:py-0.5 md:pl-2">
                <div className={actionClasses}>{actions(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
