import { addHours } from '@fareline/contracts/brand';
import { PhoneLink, useBrand } from '@fareline/ui-theme';
import Phone from 'lucide-react/icons/phone';
import ShieldCheck from 'lucide-react/icons/shield-check';

/** The call-to-action band with the brand's phone number. (HOME-05, HOME-11) */
export function CallBand() {
  const { contact, content } = useBrand();
  const { certifications, supportHours } = content;
  if (!contact.phone) return null;
  return (
    <section className="bg-secondary text-on-secondary" aria-labelledby="call-band">
      <div className="page-width flex flex-col items-start gap-6 py-12 lg:flex-row lg:items-center">
        <div className="flex-1">
          <h2 id="call-band" className="text-title">
            Rather talk to somebody?
          </h2>
          <p className="mt-2 max-w-[60ch] opacity-90">
            {addHours(`Call ${contact.phone} for booking, cancellation and quotes`, supportHours)}.
          </p>
          {certifications.length > 0 && (
            <ul
              className="mt-4 flex flex-wrap gap-x-6 gap-y-2 wrap-anywhere text-small font-medium"
              aria-label="Certifications"
            >
              {certifications.map((name) => (
                <li key={name} className="flex items-center gap-2">
                  <ShieldCheck size={16} />
                  {name}
                </li>
              ))}
            </ul>
          )}
        </div>
        <PhoneLink
          phone={contact.phone}
          label="cta_call_button"
          className="ui-button outline-on-secondary"
          data-variant="secondary"
          data-size="large"
        >
          <Phone size={20} />
          Call now
        </PhoneLink>
      </div>
    </section>
  );
}
