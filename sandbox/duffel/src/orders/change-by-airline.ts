import type { AirlineInitiatedChange } from '@duffel/api/types';
import { deriveId } from '../flights/seeded-random.ts';
import { formatLocal } from '../geo/time-zone.ts';
import type { OrderRecord, OrderWire } from '../records.ts';
import type { Deps } from '../deps.ts';

interface AirlineChange {
  /** How much later the flights are; null when the airline flies none of them. */
  delayMinutes: number | null;
  /** Only this one of all flights, counted from 0. */
  flight?: number | undefined;
  /** What an agency may do about it through the API. */
  actions: AirlineInitiatedChange['available_actions'];
  /** Whether no event says so. */
  isSilent?: boolean;
}

const addMinutes = (local: string, minutes: number): string =>
  formatLocal(Date.parse(`${local}Z`) / 60_000 + minutes);

function delaySlices({ slices }: OrderWire, minutes: number, flight?: number): OrderWire['slices'] {
  let index = 0;
  return slices.map((slice) => ({
    ...slice,
    segments: slice.segments.map((segment) => {
      const isDelayed = flight === undefined || flight === index;
      index += 1;
      return isDelayed
        ? {
            ...segment,
            departing_at: addMinutes(segment.departing_at, minutes),
            arriving_at: addMinutes(segment.arriving_at, minutes),
          }
        : segment;
    }),
  }));
}

/** Delays or takes away the flights of an order as an airline does, and says so by an event unless it is silent. */
export function changeByAirline(
  deps: Deps,
  record: OrderRecord,
  { delayMinutes, flight, actions, isSilent = false }: AirlineChange,
): void {
  const { order } = record;
  const delayed = delayMinutes === null ? undefined : delaySlices(order, delayMinutes, flight);
  const now = deps.clock.iso();
  const change: AirlineInitiatedChange = {
    id: deriveId('aic', `${order.id}|${order.airline_initiated_changes.length}`),
    order_id: order.id,
    created_at: now,
    updated_at: now,
    action_taken: null,
    action_taken_at: null,
    available_actions: actions,
    added: delayed ?? [],
    removed: order.slices,
    travel_agent_ticket: null,
  };
  const changes = [...order.airline_initiated_changes, change];
  deps.orders.put(order.id, {
    ...record,
    order: {
      ...order,
      slices: delayed ?? order.slices,
      airline_initiated_changes: changes,
      synced_at: now,
    },
  });
  if (!isSilent)
    deps.emit('order.airline_initiated_change_detected', change.id, order.live_mode, { ...change });
}

/** The order with its latest change answered. */
export function answerChange(
  { airline_initiated_changes: changes, ...order }: OrderWire,
  action: NonNullable<AirlineInitiatedChange['action_taken']>,
  now: string,
): OrderWire {
  const latest = changes.at(-1);
  if (!latest || latest.action_taken) return { ...order, airline_initiated_changes: changes };
  const answered = { action_taken: action, action_taken_at: now, updated_at: now, available_actions: [] };
  return { ...order, airline_initiated_changes: [...changes.slice(0, -1), { ...latest, ...answered }] };
}

/** The latest change by the airline that waits for an answer. */
export const getOpenChange = ({ airline_initiated_changes: changes }: OrderWire) => {
  const latest = changes.at(-1);
  return latest?.action_taken === null ? latest : undefined;
};

/** Whether the airline has changed the flights and gives all of the money back, whatever the fare. */
export const isRefundedForChange = ({ airline_initiated_changes: changes }: OrderWire): boolean =>
  changes.at(-1)?.available_actions.includes('cancel') ?? false;
