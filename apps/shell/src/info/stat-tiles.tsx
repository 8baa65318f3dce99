export interface Stat {
  value: string;
  label: string;
}

export function StatTiles({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="stats">
      {stats.map(({ value, label }) => (
        <div key={label} className="stats__tile">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
