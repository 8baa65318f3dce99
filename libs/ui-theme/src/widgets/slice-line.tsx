/** A leg as a line: a dot for each stop with its code beneath. Words beside it say the same, so it is hidden from screen readers. */
export function SliceLine({ stops }: { stops: readonly string[] }) {
  return (
    <span className="ui-slice-line" aria-hidden>
      {stops.map((code, index) => (
        <span key={`${code}-${index}`} className="ui-slice-line__stop">
          <span className="ui-slice-line__code">{code}</span>
        </span>
      ))}
    </span>
  );
}
