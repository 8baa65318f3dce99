const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** "2 adults, 1 child"; empty groups are left out. */
export function travellersLabel(adults: number, children: number, infants: number): string {
  return [
    adults > 0 && plural(adults, 'adult', 'adults'),
    children > 0 && plural(children, 'child', 'children'),
    infants > 0 && plural(infants, 'infant', 'infants'),
  ]
    .filter(Boolean)
    .join(', ');
}
