import { useBrand } from '@fareline/ui-theme';
import Plane from 'lucide-react/icons/plane';

/** The grid of the brand's partner airlines, up to six. (SUPPORT-10) */
export function PartnerAirlines() {
  const { partnerAirlines } = useBrand().content;
  if (partnerAirlines.length === 0) return null;
  return (
    <section className="page-width py-8" aria-labelledby="partners">
      <h2 id="partners" className="text-title">
        Partner airlines
      </h2>
      <ul className="mt-5 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6">
        {partnerAirlines.map((name) => (
          <li
            key={name}
            className="flex flex-col items-center gap-2 rounded-card border border-line bg-card px-3 py-5 text-center"
          >
            <Plane className="text-primary-ink" size={24} />
            <span className="font-bold wrap-anywhere">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
