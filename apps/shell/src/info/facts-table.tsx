const cell = 'border-t border-line py-2.5 pr-3 text-start align-top first:w-3/5';

interface FactsTableProps {
  caption: string;
  columns: readonly [string, string];
  rows: readonly (readonly [string, string])[];
}

/** A table with two columns. */
export function FactsTable({ caption, columns, rows }: FactsTableProps) {
  return (
    <table className="mt-5 w-full max-w-160 border-collapse figures">
      <caption className="pb-2 text-start font-medium">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={`${cell} text-small/body font-medium text-text-muted`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name} className="group">
            <th scope="row" className={`${cell} font-medium group-last:border-b`}>
              {name}
            </th>
            <td className={`${cell} group-last:border-b`}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
