import type { FastifyBaseLogger } from 'fastify';
import {
  createPriceCalendarRepository,
  type PriceCalendarRepository,
} from '../calendar/price-calendar.repository.ts';
import type { FlightsConfig } from '../config.ts';
import { createFlightProvider, type FlightProvider } from '../duffel/flight-provider.ts';
import type { Durations } from '../durations.ts';
import { openConnections, type Connections } from '../redis/connections.ts';
import { createKeys, type Keys } from '../redis/keys.ts';
import { createCompletionEvents, type CompletionEvents } from '../single-flight/completion-events.ts';
import { createSingleFlight, type SingleFlight } from '../single-flight/single-flight.ts';
import { createSearchRepository, type SearchRepository } from './search.repository.ts';

/** The dependencies of a search. The server and the search thread have one each. */
export interface SearchDeps extends Connections {
  config: FlightsConfig;
  keys: Keys;
  durations: Durations;
  log: FastifyBaseLogger;
  provider: FlightProvider;
  completionEvents: CompletionEvents;
  singleFlight: SingleFlight;
  searches: SearchRepository;
  calendar: PriceCalendarRepository;
}

export function createSearchDeps(
  config: FlightsConfig,
  durations: Durations,
  log: FastifyBaseLogger,
): SearchDeps {
  const connections = openConnections(config);
  const { cache, durable, subscriber } = connections;
  const keys = createKeys(config.REDIS_PREFIX);
  const completionEvents = createCompletionEvents(subscriber, keys.completions);
  return {
    ...connections,
    config,
    keys,
    durations,
    log,
    provider: createFlightProvider(config, { durable, keys, durations, log }),
    completionEvents,
    singleFlight: createSingleFlight(durable, keys, completionEvents, durations),
    searches: createSearchRepository(cache, keys, durations, log),
    calendar: createPriceCalendarRepository(durable, keys, durations),
  };
}
