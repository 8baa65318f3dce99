/** The IATA accreditation mark as an inline SVG. (FOOTER-06) */
export function IataMark() {
  return (
    <svg role="img" aria-label="IATA" viewBox="0 0 96 40" width={72} height={30}>
      <ellipse cx="48" cy="20" rx="46" ry="18" fill="none" stroke="currentColor" strokeWidth="2" />
      <path
        d="M2 20h92M48 2v36M24 4.5c-8 9-8 22 0 31M72 4.5c8 9 8 22 0 31"
        fill="none"
        stroke="currentColor"
        strokeWidth="1"
        opacity="0.35"
      />
      <text
        x="48"
        y="26.5"
        textAnchor="middle"
        fontSize="19"
        fontWeight="800"
        letterSpacing="2"
        fill="currentColor"
      >
        IATA
      </text>
    </svg>
  );
}
