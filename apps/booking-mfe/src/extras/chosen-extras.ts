import {
  formatBag,
  formatBagRoute,
  type BagSelection,
  type BagService,
  type SeatMap,
  type SeatSelection,
  type Slice,
} from '@fareline/contracts';

/** The seats and bags that a traveller chose. */
export interface ChosenExtras {
  /** Seats on every flight, also on those in `withoutSeats`, so that they come back when the mark is taken away. */
  seats: readonly SeatSelection[];
  /** The segments that are marked "No seats on this flight". (SEAT-14) */
  withoutSeats: readonly string[];
  bags: readonly BagSelection[];
}

export const noExtras: ChosenExtras = { seats: [], withoutSeats: [], bags: [] };

/** The seats that are bought: those of flights that are not marked, at the prices of the maps once these are loaded. */
export function getBoughtSeats(
  { seats, withoutSeats }: ChosenExtras,
  maps: readonly SeatMap[] | undefined,
): SeatSelection[] {
  const bought = seats.filter(({ segmentId = '' }) => !withoutSeats.includes(segmentId));
  if (!maps) return bought;
  const services = new Map(
    maps
      .flatMap(({ cabins }) => cabins.flatMap(({ rows }) => rows.flatMap(({ sections }) => sections)))
      .flatMap(({ elements }) => elements.flatMap(({ available_services }) => available_services))
      .map((service) => [service.id, service]),
  );
  return bought.flatMap((seat) => {
    const service = services.get(seat.seatId);
    if (!service) return [];
    return [{ ...seat, price: { amount: service.total_amount, currency: service.total_currency } }];
  });
}

/** The chosen bags that the airline sells now. */
export const getBoughtBags = (
  { bags: chosen }: ChosenExtras,
  bags: readonly BagService[] = [],
): BagSelection[] =>
  chosen.filter(({ serviceId, quantity }) =>
    bags.some(({ id, max_quantity }) => id === serviceId && quantity <= max_quantity),
  );

/** What is left after the airline sold these seats and bags. (EXTRA-04) */
export const removeServices = (
  { seats, withoutSeats, bags }: ChosenExtras,
  serviceIds: readonly string[],
): ChosenExtras => ({
  seats: seats.filter(({ seatId }) => !serviceIds.includes(seatId)),
  withoutSeats,
  bags: bags.filter(({ serviceId }) => !serviceIds.includes(serviceId)),
});

export interface BagLine {
  /** "2 checked bags up to 23 kg, JFK to LHR" */
  label: string;
  /** The services that the line counts, with their quantity. */
  bags: BagSelection[];
}

/** The chosen bags, counted over the travellers by kind and way. (EXTRA-02) */
export function listBagLines(
  offer: { bags?: BagService[] | undefined; slices: readonly Slice[] },
  chosen: readonly BagSelection[],
): BagLine[] {
  const lines = new Map<string, { service: BagService; bags: BagSelection[] }>();
  for (const bag of chosen) {
    const service = offer.bags?.find(({ id }) => id === bag.serviceId);
    if (!service) continue;
    const key = `${formatBag(service)} ${formatBagRoute(offer.slices, service.segment_ids)}`;
    lines.set(key, { service, bags: [...(lines.get(key)?.bags ?? []), bag] });
  }
  return [...lines.values()].map(({ service, bags }) => {
    const count = bags.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      label: `${formatBag(service, count)}, ${formatBagRoute(offer.slices, service.segment_ids)}`,
      bags,
    };
  });
}
