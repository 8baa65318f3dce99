import { Readable } from 'node:stream';
import { searchProgressEndEvent, searchProgressEvent, type Mode } from '@fareline/contracts';
import { searchProgressContract } from '@fareline/contracts/services';
import { searchProgressSchema } from '@fareline/contracts/schemas';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { readRequestPricing } from '../pricing/brand-pricing.ts';
import { priceOffer } from '../pricing/pricing.ts';
import { toSearchKey } from './search-key.ts';
import { createSearchProgressStreams } from './search-progress-stream.ts';
import type { ProgressSnapshot } from './search-progress-writer.ts';
import { countStream, createOpenStreams } from './stream-limit.ts';
import { rejectMissingParameters, rejectPastDeparture } from './validate-search.ts';

const formatEvent = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Formats the event of a snapshot for a markup. Streams share snapshots, so each is priced once for each markup. */
function createProgressEvents() {
  const events = new WeakMap<ProgressSnapshot, Map<number, string>>();
  return (snapshot: ProgressSnapshot, mode: Mode, markupPercent: number): string => {
    const byMarkup = events.get(snapshot) ?? new Map<number, string>();
    events.set(snapshot, byMarkup);
    const cached = byMarkup.get(markupPercent);
    if (cached) return cached;
    const offers = snapshot.offers.map((offer) => priceOffer(offer, mode, markupPercent));
    const event = formatEvent(searchProgressEvent, searchProgressSchema.parse({ ...snapshot, offers }));
    byMarkup.set(markupPercent, event);
    return event;
  };
}

/** An SSE comment: it opens the stream immediately and prevents idle timeouts. */
const keepAlive = ':\n\n';

/** Server-sent events of a running search, priced for the visitor's brand. */
export const searchProgressRoute = routePlugin({ name: 'search-progress' }, (app, deps: Deps) => {
  const progressStreams = createSearchProgressStreams(deps);
  const formatProgress = createProgressEvents();
  const open = createOpenStreams();
  const openControllers = new Set<AbortController>();
  // A closing server waits for its responses, and streams last as long as their searches.
  app.addHook('preClose', async () => openControllers.forEach((controller) => controller.abort()));

  registerRoute(
    app,
    searchProgressContract,
    async ({ query, request, reply }) => {
      rejectPastDeparture(query);
      const { mode, markupPercent } = await readRequestPricing(deps, request);
      // A keep-alive connection left by an aborted or rejected stream would delay the shutdown of the server.
      reply.header('connection', 'close');
      const leave = open.enter();
      const releaseStream = await countStream(deps, request).catch((error: unknown) => {
        leave();
        throw error;
      });
      const controller = new AbortController();
      openControllers.add(controller);
      const closeStream = () => {
        leave();
        releaseStream();
        controller.abort();
        openControllers.delete(controller);
      };
      reply.raw.once('close', closeStream);
      // If the client has disconnected already, no `close` event follows.
      if (reply.raw.closed || reply.raw.destroyed) closeStream();
      const snapshots = progressStreams.streamSnapshots(toSearchKey(mode, query), controller.signal);

      async function* events(first: IteratorResult<ProgressSnapshot | null, void>) {
        try {
          for (let result = first; !result.done; result = await snapshots.next()) {
            // After a mode switch the results of this search must not be shown. (MODE-04)
            if ((await deps.mode.current()) !== mode) break;
            yield result.value ? formatProgress(result.value, mode, markupPercent) : keepAlive;
          }
        } catch (error) {
          request.log.warn({ err: error }, 'progress stream ended early');
        } finally {
          await snapshots.return();
        }
        yield formatEvent(searchProgressEndEvent, {});
      }

      return (
        reply
          .header('content-type', 'text/event-stream; charset=utf-8')
          .header('x-accel-buffering', 'no')
          // The first status is read before the first byte is sent, so that a Redis outage gets an error response.
          .send(Readable.from(events(await snapshots.next())))
      );
    },
    { preValidation: rejectMissingParameters, config: { open } },
  );
});
