import type { LucideIcon } from 'lucide-react';
import { Sentence, useBrand } from '@fareline/ui-theme';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Armchair from 'lucide-react/icons/armchair';
import Globe from 'lucide-react/icons/globe';
import Luggage from 'lucide-react/icons/luggage';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Tag from 'lucide-react/icons/tag';

const icons: LucideIcon[] = [Tag, Armchair, Globe, Luggage, BadgeCheck, RefreshCw];

interface PointProps {
  icon: LucideIcon;
  title: string;
  description: string;
}

/** An entry of a list: an icon, a heading and a sentence. */
export const Point = ({ icon: Icon, title, description }: PointProps) => (
  <li className="flex gap-4">
    <span className="grid size-11 shrink-0 place-items-center rounded-card bg-primary-soft text-primary-ink">
      <Icon size={22} />
    </span>
    <div>
      <h3 className="text-large">{title}</h3>
      <p className="mt-1 text-text-muted">
        <Sentence>{description}</Sentence>
      </p>
    </div>
  </li>
);

/** The brand's six benefits. (HOME-04, SUPPORT-11) */
export const BenefitList = () => (
  <ul className="mt-6 grid gap-8 md:grid-cols-2 lg:grid-cols-3" aria-label="Benefits">
    {useBrand().content.benefits.map((benefit, index) => (
      <Point key={benefit.title} icon={icons[index] ?? BadgeCheck} {...benefit} />
    ))}
  </ul>
);
