import type { Segment } from '@fareline/contracts';
import { Badge } from '@fareline/ui-theme';
import Armchair from 'lucide-react/icons/armchair';
import Luggage from 'lucide-react/icons/luggage';
import Plug from 'lucide-react/icons/plug';
import Utensils from 'lucide-react/icons/utensils';
import Wifi from 'lucide-react/icons/wifi';

type SegmentService = Segment['services'][number];

/** A label without `describe` says everything that is known. */
const kinds = [
  {
    pattern: /wi-?fi/i,
    label: 'Wi-Fi',
    // What has to be paid for must not pass for included.
    describe: ({ description }: SegmentService) => (/paid/.test(description) ? description : 'Wi-Fi'),
    Icon: Wifi,
  },
  { pattern: /meal/i, label: 'Meal', Icon: Utensils },
  { pattern: /^baggage$/, label: 'Baggage Included', Icon: Luggage },
  { pattern: /^cabin_bag$/, label: 'Cabin bag included', Icon: Luggage },
  { pattern: /power/i, label: 'Power', Icon: Plug },
  {
    pattern: /^seat$/,
    label: 'Seat',
    describe: ({ description }: SegmentService) => description,
    Icon: Armchair,
  },
];

interface ServiceBadgesProps {
  /** Each with the services that it names. */
  segments: readonly Pick<Segment, 'services'>[];
}

/**
 * A badge for each kind of service: what all flights have, else on how many of them it is so, the same words together. (OFFER-09,
 * RULE-07)
 */
export function ServiceBadges({ segments }: ServiceBadgesProps) {
  return kinds.flatMap(({ pattern, label, describe, Icon }) => {
    const counts = new Map<string, number>();
    for (const { services } of segments) {
      const service = services.find(({ type }) => pattern.test(type));
      if (!service) continue;
      const text = describe?.(service) ?? label;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return [...counts].map(([text, count]) => (
      <Badge key={text} className="whitespace-normal">
        <Icon size={14} />
        {count === segments.length ? text : `${text} on ${count} of ${segments.length} flights`}
      </Badge>
    ));
  });
}
