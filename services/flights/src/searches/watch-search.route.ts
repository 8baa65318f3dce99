import { Readable } from 'node:stream';
import { searchProgressEndEvent, searchProgressEvent, type Mode } from '@fareline/contracts';
import { watchSearchContract } from '@fareline/contracts/services';
import { searchProgressSchema } from '@fareline/contracts/schemas';
import { registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import { brandOf, type BrandPricing } from '../brands/brand-pricing.ts';
import type { SystemMode } from '../mode/system-mode.ts';
import { priceOffer } from '../offers/pricing.ts';
import { refuseMissingParameters, refusePastDeparture } from './search-checks.ts';
import { searchKeyOf } from './search-key.ts';
import type { ProgressSnapshot } from './search-progress.ts';
import { snapshotsOf, type WatchParts } from './watch-search.ts';

export interface WatchRouteParts extends WatchParts {
  brands: BrandPricing;
  mode: SystemMode;
}

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const priced = (snapshot: ProgressSnapshot, mode: Mode, markupPercent: number) =>
  searchProgressSchema.parse({
    ...snapshot,
    offers: snapshot.offers.map((offer) => priceOffer(offer, mode, markupPercent)),
  });

/** A line that says nothing: opens the stream at once and keeps it from looking dead. */
const silence = ':\n\n';

/** Server-sent events of a search under way, priced for the visitor's brand. */
export function watchSearchRoute(app: FastifyInstance, parts: WatchRouteParts): void {
  const watchers = new Set<AbortController>();
  // A server that closes waits for its answers, and these last as long as their searches.
  app.addHook('preClose', async () => watchers.forEach((watcher) => watcher.abort()));

  registerRoute(
    app,
    watchSearchContract,
    async ({ query, request, reply }) => {
      refusePastDeparture(query);
      const [mode, markupPercent] = await Promise.all([
        parts.mode.current(),
        parts.brands.markupPercent(brandOf(request)),
      ]);
      const watcher = new AbortController();
      watchers.add(watcher);
      reply.raw.once('close', () => {
        watcher.abort();
        watchers.delete(watcher);
      });
      const looks = snapshotsOf(parts, searchKeyOf(mode, query), watcher.signal);

      async function* events(first: IteratorResult<ProgressSnapshot | null, void>) {
        try {
          for (let look = first; !look.done; look = await looks.next()) {
            // After a switch this is a search that nobody is to see. (MODE-04)
            if ((await parts.mode.current()) !== mode) break;
            yield look.value ? event(searchProgressEvent, priced(look.value, mode, markupPercent)) : silence;
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
          // A connection kept alive after a stream that a closing server has cut would keep the server open.
          .header('connection', 'close')
          // The first look comes before the first byte: a Redis that is away is answered in words.
          .send(Readable.from(events(await looks.next())))
      );
    },
    { preValidation: refuseMissingParameters },
  );
}
