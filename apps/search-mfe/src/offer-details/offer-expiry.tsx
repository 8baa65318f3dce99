import type { Offer } from '@fareline/contracts';
import { useAnnounce, useSecondsLeft } from '@fareline/ui-theme';
import { useEffect } from 'react';

const countdownSeconds = 5 * 60;
/** A timer cannot wait for longer. */
const maxTimeout = 2 ** 31 - 1;

/** "4:05" */
const formatSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** "28 min", or hours from two on. */
function formatRest(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

/** Changes at 5 minutes and at 1 minute only, because screen readers would read every second. */
function describeRest(seconds: number): string {
  if (seconds === 0 || seconds > countdownSeconds) return '';
  const minutes = seconds > 60 ? '5 minutes' : '1 minute';
  return `The price of this flight ends in less than ${minutes}.`;
}

interface OfferExpiryProps {
  offer: Offer;
  /** When the service returned the offer, in milliseconds since 1970. */
  loadedAt: number;
  /** The offer has expired by this device's clock, which the service may correct. */
  onExpired: () => void;
}

/** When the offer ends: in minutes, and counted down in its last five. (OFFER-10) */
export function OfferExpiry({ offer, loadedAt, onExpired }: OfferExpiryProps) {
  const expiresAt = Date.parse(offer.expires_at);
  const seconds = useSecondsLeft(Number.isFinite(expiresAt) ? expiresAt : undefined);
  const isEnding = seconds > 0 && seconds <= countdownSeconds;
  const hasEnded = seconds === 0 && loadedAt < expiresAt;
  useAnnounce(describeRest(seconds));
  useEffect(() => {
    const delay = expiresAt - Date.now();
    if (!(delay > 0 && delay < maxTimeout)) return;
    const timer = setTimeout(onExpired, delay);
    return () => clearTimeout(timer);
  }, [expiresAt, onExpired]);
  return (
    <div className="flex flex-wrap justify-between gap-x-3 text-small text-warning-ink figures">
      <p>Flight offers typically expire after 30 minutes</p>
      {seconds > countdownSeconds && <p>{formatRest(seconds)} left</p>}
      {/* A live region would be read every second. */}
      {(isEnding || hasEnded) && (
        <p role="timer" className="font-semibold">
          {isEnding ? `${formatSeconds(seconds)} left` : 'This price has ended.'}
        </p>
      )}
    </div>
  );
}
