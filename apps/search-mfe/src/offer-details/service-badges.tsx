import type { Segment } from '@fareline/contracts';
import { Badge } from '@fareline/ui-theme';
import type { LucideIcon } from 'lucide-react';
import Armchair from 'lucide-react/icons/armchair';
import Luggage from 'lucide-react/icons/luggage';
import Plug from 'lucide-react/icons/plug';
import Utensils from 'lucide-react/icons/utensils';
import Wifi from 'lucide-react/icons/wifi';

type SegmentService = Segment['services'][number];

interface ServiceKind {
  pattern: RegExp;
  label: string;
  /** Default: the label says everything that is known. */
  describe?: (service: SegmentService) => string;
  Icon: LucideIcon;
  /** Whether it is said of the whole trip too. */
  isMain?: boolean;
}

const kinds: readonly ServiceKind[] = [
  {
    pattern: /wi-?fi/i,
    label: 'Wi-Fi',
    // What has to be paid for must not pass for included.
    describe: ({ description }) => (/paid/.test(description) ? description : 'Wi-Fi'),
    Icon: Wifi,
    isMain: true,
  },
  { pattern: /meal/i, label: 'Meal', Icon: Utensils, isMain: true },
  { pattern: /^baggage$/, label: 'Baggage Included', Icon: Luggage, isMain: true },
  { pattern: /^cabin_bag$/, label: 'Cabin bag included', Icon: Luggage, isMain: true },
  { pattern: /power/i, label: 'Power', Icon: Plug },
  {
    pattern: /^seat$/,
    label: 'Seat',
    describe: ({ description }) => description,
    Icon: Armchair,
  },
];

type SegmentServices = Pick<Segment, 'services'>;

/** What all flights have, else on how many of them it is so, the same words together. (RULE-07) */
const listServices = (segments: readonly SegmentServices[], chosen = kinds) =>
  chosen.flatMap(({ pattern, label, describe, Icon }) => {
    const counts = new Map<string, number>();
    for (const { services } of segments) {
      const service = services.find(({ type }) => pattern.test(type));
      if (!service) continue;
      const text = describe?.(service) ?? label;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return [...counts].map(([text, count]) => ({
      Icon,
      text: count === segments.length ? text : `${text} on ${count} of ${segments.length} flights`,
    }));
  });

/** A badge for Wi-Fi, meals and bags of these flights; the rest is said of each flight. (OFFER-09) */
export const ServiceBadges = ({ segments }: { segments: readonly SegmentServices[] }) =>
  listServices(
    segments,
    kinds.filter(({ isMain }) => isMain),
  ).map(({ Icon, text }) => (
    <Badge key={text} className="whitespace-normal">
      <Icon size={14} />
      {text}
    </Badge>
  ));

/** The services of a flight in words. (OFFER-14) */
export const describeServices = (segment: SegmentServices): string[] =>
  listServices([segment]).map(({ text }) => text);
