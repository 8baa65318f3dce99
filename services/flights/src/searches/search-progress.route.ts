import { Readable } from 'node:stream';
import { searchProgressEndEvent, searchProgressEvent, type Mode } from '@fareline/contracts';
import { searchProgressContract } from '@fareline/contracts/services';
import { searchProgressSchema } from '@fareline/contracts/schemas';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { readBrandKey, type BrandPricing } from '../brands/brand-pricing.ts';
import type { SystemMode } from '../mode/system-mode.ts';
import { priceOffer } from '../offers/pricing.ts';
import { rejectMissingParameters, rejectPastDeparture } from './validate-search.ts';
import { searchCacheKey } from './search-key.ts';
import type { ProgressSnapshot } from './search-progress-writer.ts';
import { createStreamLimit } from './stream-limit.ts';
import { createSearchProgressStreams, type SearchProgressDeps } from './search-progress-stream.ts';

export interface SearchProgressRouteDeps extends SearchProgressDeps {
  brands: BrandPricing;
  mode: SystemMode;
}

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** The event of a snapshot as a brand's visitors see it. Watchers share snapshots, so each is priced once a brand. */
function createProgressEvents() {
  const events = new WeakMap<ProgressSnapshot, Map<number, string>>();
  return (snapshot: ProgressSnapshot, mode: Mode, markupPercent: number): string => {
    const byMarkup = events.get(snapshot) ?? new Map<number, string>();
    events.set(snapshot, byMarkup);
    const known = byMarkup.get(markupPercent);
    if (known) return known;
    const offers = snapshot.offers.map((offer) => priceOffer(offer, mode, markupPercent));
    const text = event(searchProgressEvent, searchProgressSchema.parse({ ...snapshot, offers }));
    byMarkup.set(markupPercent, text);
    return text;
  };
}

/** A line that says nothing: opens the stream at once and keeps it from looking dead. */
const silence = ':\n\n';

/** Server-sent events of a search under way, priced for the visitor's brand. */
export function searchProgressRoute(app: FastifyInstance, deps: SearchProgressRouteDeps): void {
  const watch = createSearchProgressStreams(deps);
  const openStream = createStreamLimit(deps.durable, deps.keys, deps.durations);
  const progressEvent = createProgressEvents();
  const watchers = new Set<AbortController>();
  // A server that closes waits for its answers, and these last as long as their searches.
  app.addHook('preClose', async () => watchers.forEach((watcher) => watcher.abort()));

  registerRoute(
    app,
    searchProgressContract,
    async ({ query, request, reply }) => {
      rejectPastDeparture(query);
      const [mode, markupPercent] = await Promise.all([
        deps.mode.current(),
        deps.brands.markupPercent(readBrandKey(request)),
      ]);
      // A connection kept alive after a stream that is cut or refused would keep a closing server open.
      reply.header('connection', 'close');
      const closeStream = await openStream(request);
      const watcher = new AbortController();
      watchers.add(watcher);
      const leave = () => {
        closeStream();
        watcher.abort();
        watchers.delete(watcher);
      };
      reply.raw.once('close', leave);
      // A client that left before this line is not told of any more.
      if (reply.raw.closed || reply.raw.destroyed) leave();
      const looks = watch.streamSnapshots(searchCacheKey(mode, query), watcher.signal);

      async function* events(first: IteratorResult<ProgressSnapshot | null, void>) {
        try {
          for (let look = first; !look.done; look = await looks.next()) {
            // After a switch this is a search that nobody is to see. (MODE-04)
            if ((await deps.mode.current()) !== mode) break;
            yield look.value ? progressEvent(look.value, mode, markupPercent) : silence;
          }
        } catch (error) {
          request.log.warn({ err: error }, 'the early results of a search end before it');
        } finally {
          await looks.return();
        }
        yield event(searchProgressEndEvent, {});
      }

      return (
        reply
          .header('content-type', 'text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('x-accel-buffering', 'no')
          // The first look comes before the first byte: a Redis that is away is answered in words.
          .send(Readable.from(events(await looks.next())))
      );
    },
    { preValidation: rejectMissingParameters },
  );
}
