export { BrandProvider, useBrand } from './brand/brand-context.tsx';
export { addTrackSink, reportConversion, track, type TrackEvent, type TrackSink } from './track/track.ts';
export { focusFirstInvalid } from './focus-first-invalid.ts';
export { currentToast, dismissToast, toast, type ToastOptions } from './toast/toast-store.ts';
export { preloadToasts, Toaster } from './toast/toaster.tsx';
export { announce, ensureLiveRegion, useAnnounce } from './hooks/use-announce.ts';
export { mobileBreakpoint, useMediaQuery } from './hooks/use-media-query.ts';
export { useKeptFocus } from './hooks/use-kept-focus.ts';
export { useOnline, useRetryWhenOnline } from './hooks/use-online.ts';
export { useSecondsLeft } from './hooks/use-seconds-left.ts';
export { runWhenIdle } from './hooks/run-when-idle.ts';
export { usePageMeta, type PageMeta } from './hooks/use-page-meta.ts';
export { classNames } from './components/class-names.ts';
export { MfeScope, PortalScope } from './components/mfe-scope.tsx';
export * from './components/button.tsx';
export { Field, useFieldControl, type FieldProps } from './components/field.tsx';
export * from './components/input.tsx';
export * from './components/textarea.tsx';
export * from './components/select.tsx';
export { lazyWithRetry, LoadError } from './components/lazy-with-retry.tsx';
export { RenderBoundary } from './components/render-boundary.tsx';
export {
  FragmentProvider,
  RemoteFragment,
  type FragmentName,
  type LoadFragment,
} from './components/remote-fragment.tsx';
export * from './components/popover-button.tsx';
export * from './components/tabs.tsx';
export * from './components/card.tsx';
export * from './components/badge.tsx';
export * from './components/skeleton.tsx';
export * from './components/avatar.tsx';
export * from './components/visually-hidden.tsx';
export * from './components/empty-state.tsx';
export * from './components/error-state.tsx';
export type { StateMessageProps } from './components/state-message.tsx';
export * from './components/loading-text.tsx';
export { SlowNote, useIsSlow } from './components/slow-note.tsx';
export * from './components/retry-countdown.tsx';
export * from './components/price-text.tsx';
export { Sentence } from './components/sentence.tsx';
export * from './components/phone-link.tsx';
export type { CalendarRange, DayNote } from './components/calendar.tsx';
export * from './components/date-field.tsx';
