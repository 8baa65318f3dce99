/** A slice as a line with a dot and an airport code per stop. Hidden from screen readers, because the text next to it says the same. */
export function SliceLine({ stops }: { stops: readonly string[] }) {
  return (
    <span className="ui-slice-line" data-direct={stops.length === 0 || undefined} translate="no" aria-hidden>
      {stops.map((code, index) => (
        <span key={`${code}-${index}`} className="ui-slice-line__stop">
          <span className="ui-slice-line__code">{code}</span>
        </span>
      ))}
    </span>
  );
}
