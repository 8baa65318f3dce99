/** Explains the seat colours. (SEAT-01) */
export function Legend() {
  return (
    <ul className="booking-seat-legend flex flex-wrap gap-4" aria-label="Legend">
      <li className="flex items-center gap-2">
        <span className="booking-seat booking-seat--sample" data-state="available" aria-hidden />
        Available
      </li>
      <li className="flex items-center gap-2">
        <span
          className="booking-seat booking-seat--sample"
          data-state="selected"
          data-passenger="A"
          aria-hidden
        />
        Selected
      </li>
      <li className="flex items-center gap-2">
        <span className="booking-seat booking-seat--sample" data-state="unavailable" aria-hidden />
        Unavailable
      </li>
    </ul>
  );
}
