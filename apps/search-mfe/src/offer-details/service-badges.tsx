import type { Segment } from '@fareline/contracts';
import { Badge } from '@fareline/ui-theme';
import { Luggage, Plug, Utensils, Wifi } from '@fareline/ui-theme/icons';

const kinds = [
  { pattern: /wi-?fi/i, label: 'Wi-Fi', Icon: Wifi },
  { pattern: /meal/i, label: 'Meal', Icon: Utensils },
  { pattern: /baggage/i, label: 'Baggage Included', Icon: Luggage },
  { pattern: /power/i, label: 'Power', Icon: Plug },
];

/** What is on board or included, a badge for each kind. (OFFER-09) */
export function ServiceBadges({ services }: { services: Segment['services'] }) {
  return kinds
    .filter(({ pattern }) => services.some((service) => pattern.test(service.type)))
    .map(({ label, Icon }) => (
      <Badge key={label}>
        <Icon aria-hidden size={14} strokeWidth={1.5} />
        {label}
      </Badge>
    ));
}
