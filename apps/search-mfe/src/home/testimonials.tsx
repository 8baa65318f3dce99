import { Sentence, useBrand } from '@fareline/ui-theme';
import { HomeSection } from './home-section.tsx';

/** Up to three testimonials, each with a first name, a city and the saved amount. (HOME-06) */
export function Testimonials() {
  const { content } = useBrand();
  const testimonials = content.testimonials.filter(({ firstName, quote }) => firstName && quote);
  if (testimonials.length === 0) return null;
  return (
    <HomeSection heading="testimonials">
      <h2 id="testimonials" className="text-title">
        What travellers say
      </h2>
      <ul className="mt-6 grid wrap-anywhere gap-6 md:grid-cols-3">
        {testimonials.map((testimonial) => (
          <li
            key={testimonial.firstName}
            className="flex flex-col border-t border-line pt-5 md:[&+li]:border-s md:border-t-0 md:[&+li]:ps-6 md:pt-0"
          >
            <p className="flex-1 text-large">
              <Sentence>“{testimonial.quote}”</Sentence>
            </p>
            <div className="mt-5 flex items-end justify-between gap-4">
              <p>
                <span className="block font-semibold">{testimonial.firstName}</span>
                <span className="block text-small text-text-muted">{testimonial.city}</span>
              </p>
              {testimonial.saved && (
                <p className="max-w-2/3 shrink-0 text-end">
                  <span className="block font-semibold text-accent-ink figures">
                    <Sentence>{testimonial.saved}</Sentence>
                  </span>
                  <span className="block text-small text-text-muted">saved</span>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
