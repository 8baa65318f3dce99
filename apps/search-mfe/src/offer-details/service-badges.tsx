import type { Segment } from '@fareline/contracts';
import { Badge } from '@fareline/ui-theme';
import Armchair from 'lucide-react/icons/armchair';
import Luggage from 'lucide-react/icons/luggage';
import Plug from 'lucide-react/icons/plug';
import Utensils from 'lucide-react/icons/utensils';
import Wifi from 'lucide-react/icons/wifi';

/** A described kind shows the description of its service, which says what Wi-Fi costs. */
const kinds = [
  { pattern: /wi-?fi/i, label: 'Wi-Fi', Icon: Wifi, isDescribed: true },
  { pattern: /meal/i, label: 'Meal', Icon: Utensils },
  { pattern: /^baggage$/, label: 'Baggage Included', Icon: Luggage },
  { pattern: /^cabin_bag$/, label: 'Cabin bag included', Icon: Luggage },
  { pattern: /power/i, label: 'Power', Icon: Plug },
  { pattern: /^seat$/, label: 'Seat', Icon: Armchair, isDescribed: true },
];

/** A badge for each kind of service of a segment. (OFFER-09) */
export function ServiceBadges({ services }: { services: Segment['services'] }) {
  return kinds.map(({ pattern, label, Icon, isDescribed = false }) => {
    const service = services.find(({ type }) => pattern.test(type));
    return (
      service && (
        <Badge key={label}>
          <Icon size={14} />
          {(isDescribed && service.description) || label}
        </Badge>
      )
    );
  });
}
