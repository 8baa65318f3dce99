import { addHours } from '@fareline/contracts/brand';
import { describeAgent } from '@fareline/contracts/pages';
import { mission, numberNeverKept, onePrice, plainWords } from '@fareline/contracts/promises';
import { useBrand } from '@fareline/ui-theme';
import BadgeCheck from 'lucide-react/icons/badge-check';
import BadgeDollarSign from 'lucide-react/icons/badge-dollar-sign';
import Headphones from 'lucide-react/icons/headphones';
import Search from 'lucide-react/icons/search';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Users from 'lucide-react/icons/users';
import { SiteLink } from '../navigation/site-link.tsx';
import { CallBanner } from '../info/call-banner.tsx';
import { InfoPage, InfoSection } from '../info/info-page.tsx';
import { StatTiles } from '../info/stat-tiles.tsx';

/** What the certifications mean that are known here; others stand by themselves. */
const knownCertifications = [
  {
    pattern: /\biata\b/i,
    icon: BadgeCheck,
    title: 'IATA accredited',
    text: 'Tickets are issued under the rules and the supervision of the airlines’ own association.',
  },
  {
    pattern: /\bpci dss\b/i,
    icon: ShieldCheck,
    title: 'PCI DSS compliant',
    text: `A certified payment provider charges your card. ${numberNeverKept}`,
  },
];

const toCertification = (name: string) =>
  knownCertifications.find(({ pattern }) => pattern.test(name)) ?? {
    icon: BadgeCheck,
    title: name,
    text: '',
  };

/** Only for a brand that tells its registration. */
const license = {
  icon: Users,
  title: 'Licensed travel agent',
  text: 'Registered as a seller of travel in the United States.',
};

const getValues = (hasPhone: boolean, hours: string) => [
  { icon: BadgeDollarSign, title: 'One price', text: onePrice },
  {
    icon: Headphones,
    title: 'People answer',
    text: `${addHours(`By ${hasPhone ? 'phone and by ' : ''}e-mail`, hours)}.`,
  },
  { icon: Search, title: 'Plain words', text: plainWords },
];

function CardColumns({ items }: { items: ReturnType<typeof getValues> }) {
  return (
    <div className="mt-5 grid gap-x-10 gap-y-7 wrap-anywhere sm:grid-cols-2 lg:grid-cols-3">
      {items.map(({ icon: Icon, title, text }) => (
        <div key={title}>
          <Icon size={24} className="mb-2.5 text-primary-ink" />
          <h3 className="text-large">{title}</h3>
          {text && <p className="mt-1 text-text-muted">{text}</p>}
        </div>
      ))}
    </div>
  );
}

/** A fact about the company; nothing if the brand does not tell it. */
function Fact({ name, children }: { name: string; children: string }) {
  if (!children) return null;
  return (
    <>
      <dt className="text-small/body text-text-muted">{name}</dt>
      <dd className="mb-2 font-semibold wrap-anywhere">{children}</dd>
    </>
  );
}

/** (INFO-07 to INFO-09) */
export default function AboutPage() {
  const { name, contact, content } = useBrand();
  const { claims, company, supportHours } = content;
  const hasPhone = contact.phone !== '';
  const { legalName, doingBusinessAs, registeredOffice, registration } = company;
  const hasCompanyFacts = Boolean(legalName || doingBusinessAs || registeredOffice || registration);
  const agent = describeAgent(content);
  const certifications = [...content.certifications.map(toCertification), ...(registration ? [license] : [])];
  const airlines = claims.airlinesCompared > 0 ? `${claims.airlinesCompared}+` : 'many';
  const stats = [
    claims.averageSavingsPercent > 0 && {
      value: `${claims.averageSavingsPercent}%`,
      label: 'average savings',
    },
    claims.airlinesCompared > 0 && { value: `${claims.airlinesCompared}+`, label: 'airlines' },
    supportHours && { value: supportHours, label: 'support' },
    claims.happyPercent > 0 && { value: `${claims.happyPercent}%`, label: 'happy' },
  ].filter((stat) => typeof stat === 'object');
  return (
    <InfoPage
      path="/about"
      title={`About ${name}`}
      lead={`${agent} for people who would rather spend their money at the destination.`}
    >
      <StatTiles stats={stats} />
      <div className="mt-14 grid gap-x-10 gap-y-7 sm:grid-cols-2">
        <section>
          <h2 className="text-title">Our mission</h2>
          <p className="mt-1 text-text-muted">Flying should cost what the seat costs. {mission}</p>
        </section>
        <section>
          <h2 className="text-title">Our story</h2>
          <p className="mt-1 text-text-muted">
            We began as a small desk that found cheap seats{' '}
            {hasPhone
              ? `by phone. ${addHours('The phone is still there', supportHours)}; the`
              : 'on request. The'}{' '}
            search now{' '}
            {claims.comparisonSeconds > 0 && `takes less than ${claims.comparisonSeconds} seconds and `}
            compares {claims.airlinesCompared > 0 ? `more than ${claims.airlinesCompared}` : 'many'} airlines.
          </p>
        </section>
      </div>
      {hasCompanyFacts && (
        <InfoSection title="Company info">
          <dl className="mt-5 grid gap-1 sm:grid-cols-2">
            <div>
              <Fact name="Company">{legalName}</Fact>
              <Fact name="Trading name">{doingBusinessAs}</Fact>
            </div>
            <div>
              <Fact name="Registered office">{registeredOffice}</Fact>
              <Fact name="Registration">{registration}</Fact>
            </div>
          </dl>
        </InfoSection>
      )}
      {certifications.length > 0 && (
        <InfoSection title="Certifications">
          <CardColumns items={certifications} />
        </InfoSection>
      )}
      <InfoSection title="Our values">
        <CardColumns items={getValues(hasPhone, supportHours)} />
      </InfoSection>
      <CallBanner title="Ready to go somewhere?" link={<SiteLink to="/">Find Cheap Flights</SiteLink>}>
        One search over {airlines} airlines{hasPhone && ', or one call'}.
      </CallBanner>
    </InfoPage>
  );
}
