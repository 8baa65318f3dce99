import { useBrand } from '@fareline/ui-theme';

/** Decoration behind the hero: the brand's picture, else its pattern. */
export function HeroBackground() {
  const { heroPattern, heroPicture } = useBrand().content.home;
  // Where words stand, the background colour covers the picture so far that their contrast stays.
  if (heroPicture)
    return (
      <>
        <img className="absolute inset-0 size-full object-cover" src={heroPicture} alt="" />
        <div className="absolute inset-0 bg-background/95 xl:bg-transparent xl:bg-[linear-gradient(var(--color-background)_var(--header-height,4.5rem),transparent_8rem),linear-gradient(90deg,var(--color-background)_70%,transparent)]" />
      </>
    );
  if (heroPattern === 'routes') return <Routes />;
  return heroPattern === 'waves' ? <Waves /> : null;
}

const Waves = () => (
  <svg
    aria-hidden
    className="pointer-events-none absolute inset-0 size-full text-primary opacity-10"
    viewBox="0 0 1440 520"
    preserveAspectRatio="none"
    fill="currentColor"
  >
    <path d="M0 300C240 200 480 200 720 300S1200 400 1440 300V520H0Z" />
    <path d="M0 380C240 280 480 280 720 380S1200 480 1440 380V520H0Z" />
  </svg>
);

const Routes = () => (
  <svg
    aria-hidden
    className="pointer-events-none absolute inset-0 size-full text-primary"
    viewBox="0 0 1440 520"
    preserveAspectRatio="xMidYMin slice"
    fill="none"
    stroke="currentColor"
  >
    <g className="opacity-25">
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
    </g>
    <path
      d="M17.8 19.2 16 11l3.5-3.5C21 6 21.5 4 21 3c-1-.5-3 0-4.5 1.5L13 8 4.8 6.2c-.5-.1-.9.1-1.1.5l-.3.5c-.2.5-.1 1 .3 1.3L9 12l-2 3H4l-1 1 3 2 2 3 1-1v-3l3-2 3.5 5.3c.3.4.8.5 1.3.3l.5-.2c.4-.3.6-.7.5-1.2z"
      className="text-accent"
      fill="currentColor"
      stroke="none"
      transform="translate(1081 96) rotate(42) scale(1.35)"
    />
  </svg>
);
