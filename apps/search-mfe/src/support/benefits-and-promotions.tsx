import type { LucideIcon } from 'lucide-react';
import { useBrand } from '@fareline/ui-theme';
import BadgeCheck from 'lucide-react/icons/badge-check';
import BadgeDollarSign from 'lucide-react/icons/badge-dollar-sign';
import Globe from 'lucide-react/icons/globe';
import Headphones from 'lucide-react/icons/headphones';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Star from 'lucide-react/icons/star';
import Tag from 'lucide-react/icons/tag';
import Ticket from 'lucide-react/icons/ticket';
import Zap from 'lucide-react/icons/zap';

interface ItemText {
  title: string;
  description: string;
}

const benefitIcons: LucideIcon[] = [Tag, BadgeDollarSign, Globe, Headphones, BadgeCheck, RefreshCw];

const promotionIcons: LucideIcon[] = [Zap, Star, Ticket];

function Item({ icon: Icon, title, description }: ItemText & { icon: LucideIcon }) {
  return (
    <li className="flex gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-card bg-primary-soft text-primary-ink">
        <Icon size={22} />
      </span>
      <div>
        <h3 className="text-large">{title}</h3>
        <p className="mt-1 text-text-muted">{description}</p>
      </div>
    </li>
  );
}

/** Six benefits and the brand's promotions, up to three. (SUPPORT-11) */
export function BenefitsAndPromotions() {
  const { contact, content } = useBrand();
  const hasPhone = Boolean(content.partner.phone || contact.phone);
  const promotions = content.promotions.filter(({ title }) => title);
  return (
    <section className="page-width wrap-anywhere py-8">
      <h2 className="text-title">{hasPhone ? 'Why call us' : 'Why ask us'}</h2>
      <ul className="mt-5 grid gap-8 md:grid-cols-2 lg:grid-cols-3" aria-label="Benefits">
        {content.benefits.map((benefit, index) => (
          <Item key={benefit.title} icon={benefitIcons[index] ?? BadgeCheck} {...benefit} />
        ))}
      </ul>
      {promotions.length > 0 && (
        <>
          <h2 className="mt-12 text-title">Featured promotions</h2>
          <ul className="mt-5 grid gap-8 md:grid-cols-3" aria-label="Promotions">
            {promotions.map((promotion, index) => (
              <Item key={promotion.title} icon={promotionIcons[index] ?? Star} {...promotion} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
