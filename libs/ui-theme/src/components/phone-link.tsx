import type { ComponentProps } from 'react';
import { reportConversion, track } from '../track/track.ts';

export interface PhoneLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  phone: string;
  /** The label of the `phone_call` event, such as `hero_call_button`. */
  label: string;
}

/**
 * A telephone link that reports the ad conversion and the event; the call is made even when reporting fails. Nothing for a brand
 * without a phone number. (TRACK-03, TRACK-05, HOST-04)
 */
export function PhoneLink({ phone, label, onClick, children, ...props }: PhoneLinkProps) {
  if (phone === '') return null;
  return (
    <a
      href={`tel:${phone.replace(/[^\d+]/g, '')}`}
      onClick={(event) => {
        reportConversion(label);
        track({ category: 'engagement', action: 'phone_call', label });
        onClick?.(event);
      }}
      {...props}
    >
      {children ?? phone}
    </a>
  );
}
