import type { PublicBrand } from '@fareline/contracts';
import { addHours } from '@fareline/contracts/brand';
import { emailAnsweredInMinutes, phoneWait, quoteIsAnswered } from '@fareline/contracts/promises';
import { Button, Card, LinkButton, PhoneLink, useBrand, useKeptFocus } from '@fareline/ui-theme';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { CallBanner } from '../info/call-banner.tsx';
import { InfoPage, InfoSection } from '../info/info-page.tsx';
import { StatTiles } from '../info/stat-tiles.tsx';
import { SiteLink } from '../navigation/site-link.tsx';
import { ContactForm } from './contact-form.tsx';
import { answers } from './answers.ts';

/** The URL of a map at a street address. (CONTACT-03) */
export const mapUrl = (address: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address }).toString()}`;

function ChannelCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid grid-rows-[auto_1fr_auto] content-start gap-3 p-5">
      <h2 className="text-title">{title}</h2>
      {children}
    </Card>
  );
}

/** " in under 2 minutes on average, 24/7", as far as the brand claims it. */
const formatPhoneWait = ({ claims, supportHours }: PublicBrand['content']): string =>
  addHours(claims.phoneWaitMinutes > 0 ? phoneWait(claims.phoneWaitMinutes) : '', supportHours);

function CallCard() {
  const { contact, content } = useBrand();
  if (!contact.phone) return null;
  return (
    <ChannelCard title="Call us">
      <p className="text-text-muted">The quickest way: a person answers{formatPhoneWait(content)}.</p>
      <Button asChild variant="secondary">
        <PhoneLink phone={contact.phone} label="hero_call_button">
          <Phone size={20} /> {contact.phone}
        </PhoneLink>
      </Button>
    </ChannelCard>
  );
}

/** (CONTACT-02, CONTACT-08) */
function EmailCard() {
  const { emails, claims } = useBrand().content;
  const { emailAnswerMinutes: minutes } = claims;
  const rows = [
    ['General', emails.general],
    ['Bookings', emails.booking],
    ['Urgent', emails.urgent],
  ].filter(([, email]) => email);
  if (rows.length === 0) return null;
  return (
    <ChannelCard title="Write to us">
      {minutes > 0 && <p className="text-text-muted">{emailAnsweredInMinutes(minutes)}</p>}
      <dl className="grid gap-2">
        {rows.map(([label, email]) => (
          <div key={label}>
            <dt className="text-small text-text-muted">{label}</dt>
            <dd>
              <a
                className="font-medium wrap-anywhere text-primary-ink underline-offset-[0.2em] hover:underline"
                href={`mailto:${email}`}
              >
                {email}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </ChannelCard>
  );
}

/** (CONTACT-03) */
function OfficeCard() {
  const { contact } = useBrand();
  if (!contact.address) return null;
  return (
    <ChannelCard title="Visit us">
      <p className="text-text-muted">{contact.address}</p>
      <LinkButton variant="secondary" href={mapUrl(contact.address)} target="_blank" rel="noreferrer">
        <MapPin size={20} /> View on Map
      </LinkButton>
    </ChannelCard>
  );
}

/** (CONTACT-01 to CONTACT-09) */
export default function ContactPage() {
  const { contact, content } = useBrand();
  const { claims, supportHours } = content;
  const { emailAnswerMinutes: answerMinutes } = claims;
  const hasEmail = Object.values(content.emails).some(Boolean);
  const channels = [contact.phone && 'phone', hasEmail && 'e-mail'].filter(Boolean);
  const stats = [
    supportHours && channels.length > 0 && { value: supportHours, label: channels.join(' and ') },
    contact.phone &&
      claims.phoneWaitMinutes > 0 && {
        value: `< ${claims.phoneWaitMinutes} min`,
        label: `average phone wait: under ${claims.phoneWaitMinutes} minutes`,
      },
    hasEmail && answerMinutes > 0 && { value: `${answerMinutes} min`, label: 'to an answer by e-mail' },
    claims.happyPercent > 0 && { value: `${claims.happyPercent}%`, label: 'happy travellers' },
  ].filter((stat) => typeof stat === 'object');
  const form = useKeptFocus();
  return (
    <InfoPage
      path="/contact"
      title="Talk to us"
      lead={`${addHours('About a fare, a booking or a refund: people answer', supportHours)}.`}
    >
      <StatTiles stats={stats} />
      <div className="mt-10 grid gap-4 empty:hidden lg:grid-cols-3">
        <CallCard />
        <EmailCard />
        <OfficeCard />
      </div>
      <section
        ref={form}
        className="mt-14 grid items-start gap-6 lg:grid-cols-[20rem_1fr] lg:gap-16"
        aria-labelledby="contact-form"
      >
        <div>
          <h2 className="text-title" id="contact-form">
            Ask for a quote
          </h2>
          <p className="mt-2 text-text-muted">
            Tell us where and when, and what it may cost. {quoteIsAnswered}
          </p>
          <p className="mt-2 text-text-muted">
            Looking for a booking?{' '}
            <SiteLink className="link-text" to="/find-trip">
              Find your trip
            </SiteLink>
          </p>
        </div>
        <ContactForm />
      </section>
      <InfoSection title="Asked most">
        <div className="mt-5 grid gap-x-10 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
          {answers.map(({ question, answer }) => (
            <div key={question} className="border-t border-line pt-4">
              <h3 className="text-large">{question}</h3>
              <p className="mt-1 text-text-muted">{answer}</p>
            </div>
          ))}
        </div>
      </InfoSection>
      <CallBanner title="Rather talk?">A person answers{formatPhoneWait(content)}.</CallBanner>
    </InfoPage>
  );
}
