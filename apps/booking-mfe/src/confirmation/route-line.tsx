import type { Place } from '@fareline/contracts';

interface RouteLineProps {
  from: Place;
  to: Place;
}

const path = 'M12 44C120 4 280 4 388 44';

/** The way as a line that is drawn once, and at once where motion is reduced. */
export const RouteLine = ({ from, to }: RouteLineProps) => (
  <div aria-hidden translate="no" className="max-w-100 print:hidden">
    <svg className="w-full" viewBox="0 0 400 68" fill="none">
      <path d={path} className="stroke-line" strokeWidth="2" strokeDasharray="2 6" />
      <path
        d={path}
        pathLength="1"
        className="route-line stroke-accent"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="12" cy="44" r="5" className="fill-card stroke-accent" strokeWidth="2.5" />
      <circle cx="388" cy="44" r="5" className="fill-accent" />
      <g className="fill-text text-small font-semibold">
        <text x="0" y="66">
          {from.iata_code}
        </text>
        <text x="400" y="66" textAnchor="end">
          {to.iata_code}
        </text>
      </g>
    </svg>
  </div>
);
