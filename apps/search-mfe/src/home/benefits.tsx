import {
  comparedInSeconds,
  lowestPriceGuarantee,
  offOnAverage,
  savedOnAverage,
} from '@fareline/contracts/promises';
import { Sentence, useBrand } from '@fareline/ui-theme';
import Check from 'lucide-react/icons/check';
import { Link } from 'react-router';
import { BenefitList } from './benefit-list.tsx';
import { HomeSection } from './home-section.tsx';

/** The brand's key figures, six benefit cards with its texts, and what it promises. (HOME-04, HOME-07 to HOME-10) */
export function Benefits() {
  const { content } = useBrand();
  const { claims, serviceClaims } = content;
  const promises = [
    claims.lowestPriceCredit > 0 && {
      promise: lowestPriceGuarantee(claims.lowestPriceCredit),
      link: (
        <>
          {' '}
          <Link className="link-text" to="/contact?topic=price-guarantee#contact-form">
            Ask for a price match
          </Link>
        </>
      ),
    },
    ...serviceClaims.map((promise) => ({ promise, link: null })),
  ].filter((promise) => promise !== false);
  const figures = [
    claims.averageSavingsPercent > 0 && [
      `up to ${claims.averageSavingsPercent}%`,
      offOnAverage(claims.averageSavingsPercent),
    ],
    claims.averageSavedAmount > 0 && [`$${claims.averageSavedAmount}`, savedOnAverage],
    ['$0', 'hidden fees'],
    claims.airlinesCompared > 0 && [
      `${claims.airlinesCompared}+ airlines`,
      claims.comparisonSeconds > 0 ? comparedInSeconds(claims.comparisonSeconds) : 'compared',
    ],
  ].filter((figure) => figure !== false);
  return (
    <HomeSection heading="benefits" className="wrap-anywhere">
      {figures.length > 1 && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2 border-b border-line pb-8 xl:justify-between">
          {figures.map(([figure, text]) => (
            <div key={figure} className="flex flex-wrap items-baseline gap-x-2">
              <dt className="order-2 text-text-muted">{text}</dt>
              <dd className="text-large font-semibold figures">
                <Sentence>{figure}</Sentence>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <h2 id="benefits" className="mt-10 text-title">
        Why people book here
      </h2>
      <BenefitList />
      {promises.length > 0 && (
        <ul
          className="mt-10 grid gap-x-8 gap-y-3 border-t border-line pt-8 md:grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]"
          aria-label="Promises"
        >
          {promises.map(({ promise, link }) => (
            <li key={promise} className="flex items-center gap-2">
              <Check size={18} className="shrink-0 text-primary-ink" />
              <span>
                <Sentence>{promise}</Sentence>
                {link}
              </span>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}
