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
        {partnerAirlines.map((line) => (
          <PartnerAirline key={line} line={line} />
        ))}
      </ul>
    </section>
  );
}

/** Marks have a neutral colour: the colours of six airlines would outshine the one thing to press. */
function PartnerAirline({ line }: { line: string }) {
  const [, code, name = line] = /^([A-Z\d]{2}) (.+)$/.exec(line) ?? [];
  return (
    <li className="flex flex-col items-center gap-2 rounded-card border border-line bg-card px-3 py-5 text-center">
      <span
        className="grid size-10 place-items-center rounded-control bg-muted font-semibold text-text"
        translate="no"
        aria-hidden
      >
        {code ?? <Plane size={20} />}
      </span>
      <span className="font-semibold wrap-anywhere">{name ?? line}</span>
    </li>
  );
}
