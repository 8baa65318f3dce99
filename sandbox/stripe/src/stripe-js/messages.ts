/** A result of Stripe.js: an object of the API, or an error in its format. */
export type Result = Record<string, unknown> & { error?: Record<string, unknown> };

export interface Appearance {
  variables?: Record<string, string>;
  rules?: Record<string, Record<string, string>>;
}

/** A font that the frame loads from the page's site. */
export interface FontSource {
  family: string;
  src: string;
  weight?: string;
}

/** What a frame is told with its end of the channel. */
export interface Start {
  publishableKey: string;
  appearance?: Appearance | undefined;
  fonts?: FontSource[] | undefined;
  clientSecret?: string | undefined;
  intentId?: string | undefined;
}

/** What the page asks of a frame. The answer goes to the port that comes with the request. */
export type FrameRequest =
  | { kind: 'submit' | 'read_intent' | 'challenge' }
  | { kind: 'appearance' | 'focus' | 'blur'; appearance: Appearance | undefined }
  | { kind: 'create_token'; form: Record<string, unknown> };

/** What happened in a frame, as its page's listeners are told. */
export interface FrameEvent {
  kind: 'ready' | 'change' | 'focus' | 'blur' | 'escape' | 'resize' | 'loaderror';
  height?: number;
  details?: Record<string, unknown>;
}
