import { Card, useBrand } from '@fareline/ui-theme';

/** Three travellers with a first name, a city and what they saved. (HOME-06) */
export function Testimonials() {
  const { content } = useBrand();
  return (
    <section className="mx-auto max-w-7xl px-4 py-12 md:px-6 md:py-16" aria-labelledby="testimonials">
      <h2 id="testimonials" className="text-title">
        What travellers say
      </h2>
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {content.testimonials.map((said) => (
          <li key={said.firstName}>
            <Card className="flex h-full flex-col p-5">
              <p className="flex-1 text-large">“{said.quote}”</p>
              <div className="mt-5 flex items-end justify-between gap-4 border-t border-line pt-4">
                <p>
                  <span className="block font-bold">{said.firstName}</span>
                  <span className="block text-small text-text-muted">{said.city}</span>
                </p>
                <p className="text-end">
                  <span className="block font-bold text-success-ink figures">{said.saved}</span>
                  <span className="block text-small text-text-muted">saved</span>
                </p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
