/** Flight paths between dots: the only decoration of the page. */
export function HeroLines() {
  return (
    <svg
      aria-hidden
      className="pointer-events-none absolute inset-0 -z-10 size-full text-primary opacity-25"
      viewBox="0 0 1440 520"
      preserveAspectRatio="xMidYMin slice"
      fill="none"
      stroke="currentColor"
    >
      <path
        d="M680 250C860 40 1180 10 1410 120"
        strokeWidth="1.5"
        strokeDasharray="2 8"
        strokeLinecap="round"
      />
      <path d="M880 190C1010 90 1150 80 1290 150" strokeWidth="1.5" />
      <path
        d="M980 300C1110 160 1270 150 1440 230"
        strokeWidth="1.5"
        strokeDasharray="2 8"
        strokeLinecap="round"
      />
      <g fill="currentColor" stroke="none">
        <circle cx="680" cy="250" r="4" />
        <circle cx="880" cy="190" r="5" />
        <circle cx="1290" cy="150" r="5" />
        <circle cx="1410" cy="120" r="4" />
        <circle cx="980" cy="300" r="4" />
      </g>
      <path d="M1094 92l20 12-4 8-22-6z" fill="currentColor" stroke="none" transform="rotate(8 1100 100)" />
    </svg>
  );
}
