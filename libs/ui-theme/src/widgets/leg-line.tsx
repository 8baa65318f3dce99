/** A leg as a line: a dot for each stop with its code beneath. Words beside it say the same, so it is hidden from screen readers. */
export function LegLine({ stops }: { stops: readonly string[] }) {
  return (
    <span className="ui-leg" aria-hidden>
      {stops.map((code, index) => (
        <span key={`${code}-${index}`} className="ui-leg__stop">
          <span className="ui-leg__code">{code}</span>
        </span>
      ))}
    </span>
  );
}
