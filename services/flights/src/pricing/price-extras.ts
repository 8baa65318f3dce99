/** Seats or bags at the airline's prices, and the chosen ones that are not sold. */
export interface PricedExtras<T> {
  priced: T[];
  totalMinor: number;
  /** Service ids. */
  unavailable: string[];
}
