import type { Segment } from '@fareline/contracts';
import { Badge, Icon } from '@fareline/ui-theme';
import { Luggage, Plug, Utensils, Wifi } from '@fareline/ui-theme/icons';

const kinds = [
  { pattern: /wi-?fi/i, label: 'Wi-Fi', icon: Wifi },
  { pattern: /meal/i, label: 'Meal', icon: Utensils },
  { pattern: /^baggage$/, label: 'Baggage Included', icon: Luggage },
  { pattern: /^cabin_bag$/, label: 'Cabin bag included', icon: Luggage },
  { pattern: /power/i, label: 'Power', icon: Plug },
];

/** What is on board or included, a badge for each kind. (OFFER-09) */
export function ServiceBadges({ services }: { services: Segment['services'] }) {
  return kinds
    .filter(({ pattern }) => services.some((service) => pattern.test(service.type)))
    .map(({ label, icon }) => (
      <Badge key={label}>
        <Icon of={icon} size={14} />
        {label}
      </Badge>
    ));
}
