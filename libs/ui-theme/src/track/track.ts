export interface TrackEvent {
  category: string;
  action: string;
  label?: string;
  value?: number;
}

/** Where events go: the shell registers one per configured and consented tag. */
export interface TrackSink {
  event: (event: TrackEvent) => void;
  /** An ad conversion, such as a phone call about to be made. */
  conversion?: (label: string) => void;
}

const sinks = new Set<TrackSink>();

/** Adds a sink; the answer removes it. */
export function addTrackSink(sink: TrackSink): () => void {
  sinks.add(sink);
  return () => sinks.delete(sink);
}

function forEachSink(deliver: (sink: TrackSink) => void): void {
  for (const sink of sinks) {
    try {
      deliver(sink);
    } catch (error) {
      console.warn('A tag did not take an event', error);
    }
  }
}

/** The one way that events leave the product; does nothing where no tag is registered, and never throws. (TRACK-01, TRACK-06) */
export function track(event: TrackEvent): void {
  forEachSink((sink) => sink.event(event));
}

/** Reports an ad conversion; never throws, so that what follows always happens. (TRACK-05) */
export function reportConversion(label: string): void {
  forEachSink((sink) => sink.conversion?.(label));
}
