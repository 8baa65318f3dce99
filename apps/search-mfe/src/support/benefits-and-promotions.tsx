import type { LucideIcon } from 'lucide-react';
import { useBrand } from '@fareline/ui-theme';
import Star from 'lucide-react/icons/star';
import Ticket from 'lucide-react/icons/ticket';
import Zap from 'lucide-react/icons/zap';
import { BenefitList, Point } from '../home/benefit-list.tsx';

const promotionIcons: LucideIcon[] = [Zap, Star, Ticket];

/** Six benefits and the brand's promotions, up to three. (SUPPORT-11) */
export function BenefitsAndPromotions() {
  const { contact, content } = useBrand();
  const hasPhone = Boolean(content.partner.phone || contact.phone);
  const promotions = content.promotions.filter(({ title }) => title);
  return (
    <section className="page-width wrap-anywhere py-8">
      <h2 className="text-title">{hasPhone ? 'Why call us' : 'Why ask us'}</h2>
      <BenefitList />
      {promotions.length > 0 && (
        <>
          <h2 className="mt-12 text-title">Featured promotions</h2>
          <ul className="mt-5 grid gap-8 md:grid-cols-3" aria-label="Promotions">
            {promotions.map((promotion, index) => (
              <Point key={promotion.title} icon={promotionIcons[index] ?? Star} {...promotion} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
