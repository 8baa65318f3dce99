import './contact.css';
import { Card, LinkButton, PhoneLink, useBrand } from '@fareline/ui-theme';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { CallBanner } from '../info/call-banner.tsx';
import { InfoPage } from '../info/info-page.tsx';
import { StatTiles } from '../info/stat-tiles.tsx';
import { ContactForm } from './contact-form.tsx';
import { answers } from './answers.ts';

/** The URL of a map at a street address. (D32) */
export const mapUrl = (address: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address }).toString()}`;

function CallCard() {
  const { contact, content } = useBrand();
  return (
    <Card className="contact__card">
      <h2>Call us</h2>
      <p>The quickest way: a person answers in under {content.claims.phoneWaitMinutes} minutes on average.</p>
      <PhoneLink
        className="ui-button"
        data-variant="primary"
        data-size="large"
        phone={contact.phone}
        label="hero_call_button"
      >
        <Phone size={20} /> {contact.phone}
      </PhoneLink>
    </Card>
  );
}

/** (CONTACT-02, CONTACT-08) */
function EmailCard() {
  const { emails } = useBrand().content;
  const rows = [
    ['General', emails.general],
    ['Bookings', emails.booking],
    ['Urgent', emails.urgent],
  ] as const;
  return (
    <Card className="contact__card">
      <h2>Write to us</h2>
      <p>We answer e-mail within 30 minutes.</p>
      <dl className="contact__emails">
        {rows.map(([label, email]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** (CONTACT-03) */
function OfficeCard() {
  const { contact } = useBrand();
  return (
    <Card className="contact__card">
      <h2>Visit us</h2>
      <p>{contact.address}</p>
      <LinkButton variant="secondary" href={mapUrl(contact.address)} target="_blank" rel="noreferrer">
        <MapPin size={20} /> View on Map
      </LinkButton>
    </Card>
  );
}

/** (CONTACT-01 to CONTACT-09) */
export default function ContactPage() {
  const { name, content } = useBrand();
  const { claims } = content;
  return (
    <InfoPage
      meta={{
        title: `Contact - ${name}`,
        description: `Reach ${name} by phone, e-mail or form, day and night.`,
        canonical: '/contact',
      }}
      title="Talk to us"
      lead="About a fare, a booking or a refund: people answer, at any hour."
    >
      <StatTiles
        stats={[
          { value: '24/7', label: 'phone and e-mail' },
          {
            value: `< ${claims.phoneWaitMinutes} min`,
            label: `average phone wait: under ${claims.phoneWaitMinutes} minutes`,
          },
          { value: '30 min', label: 'to an answer by e-mail' },
          { value: `${claims.happyPercent}%`, label: 'happy travellers' },
        ]}
      />
      <div className="contact__channels">
        <CallCard />
        <EmailCard />
        <OfficeCard />
      </div>
      <section className="contact__form info__section" aria-labelledby="contact-form">
        <div>
          <h2 id="contact-form">Ask for a quote</h2>
          <p>Tell us where and when, and what it may cost. We look for it and write back.</p>
        </div>
        <ContactForm />
      </section>
      <section className="info__section">
        <h2>Asked most</h2>
        <div className="columns" data-count="3">
          {answers.map(({ question, answer }) => (
            <div key={question} className="contact__answer">
              <h3>{question}</h3>
              <p>{answer}</p>
            </div>
          ))}
        </div>
      </section>
      <CallBanner title="Rather talk?">
        Day and night, in under {claims.phoneWaitMinutes} minutes on average.
      </CallBanner>
    </InfoPage>
  );
}
