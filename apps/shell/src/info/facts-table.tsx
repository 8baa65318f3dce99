interface FactsTableProps {
  caption: string;
  columns: readonly [string, string];
  rows: readonly (readonly [string, string])[];
}

/** A table with two columns. */
export function FactsTable({ caption, columns, rows }: FactsTableProps) {
  return (
    <table className="facts">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
