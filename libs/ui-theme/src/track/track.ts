export interface TrackEvent {
  category: string;
  action: string;
  label?: string;
  value?: number;
}

/** A receiver of events; the shell registers one after consent, when the brand has tags. */
export interface TrackSink {
  event: (event: TrackEvent) => void;
  /** Receives an ad conversion, such as a click on a phone number. */
  conversion?: (label: string) => void;
}

const sinks = new Set<TrackSink>();

/** Adds a sink and returns a function that removes it. */
export function addTrackSink(sink: TrackSink): () => void {
  sinks.add(sink);
  return () => sinks.delete(sink);
}

function forEachSink(deliver: (sink: TrackSink) => void): void {
  for (const sink of sinks) {
    try {
      deliver(sink);
    } catch (error) {
      console.warn('A tag rejected an event', error);
    }
  }
}

/** Sends an event to every sink; does nothing without a sink, and never throws. (TRACK-01, TRACK-06) */
export function track(event: TrackEvent): void {
  forEachSink((sink) => sink.event(event));
}

/** Reports an ad conversion; never throws, so that the caller's action always continues. (TRACK-05) */
export function reportConversion(label: string): void {
  forEachSink((sink) => sink.conversion?.(label));
}
