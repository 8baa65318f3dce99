import type { Segment } from '@fareline/contracts';
import { Badge } from '@fareline/ui-theme';
import Luggage from 'lucide-react/icons/luggage';
import Plug from 'lucide-react/icons/plug';
import Utensils from 'lucide-react/icons/utensils';
import Wifi from 'lucide-react/icons/wifi';

const kinds = [
  { pattern: /wi-?fi/i, label: 'Wi-Fi', Icon: Wifi },
  { pattern: /meal/i, label: 'Meal', Icon: Utensils },
  { pattern: /^baggage$/, label: 'Baggage Included', Icon: Luggage },
  { pattern: /^cabin_bag$/, label: 'Cabin bag included', Icon: Luggage },
  { pattern: /power/i, label: 'Power', Icon: Plug },
];

/** A badge for each kind of service of a segment. (OFFER-09) */
export function ServiceBadges({ services }: { services: Segment['services'] }) {
  return kinds
    .filter(({ pattern }) => services.some((service) => pattern.test(service.type)))
    .map(({ label, Icon }) => (
      <Badge key={label}>
        <Icon size={14} />
        {label}
      </Badge>
    ));
}
