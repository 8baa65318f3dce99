import type { Offer, PassengerForm } from '@fareline/contracts';
import { passengerFormSchema, passportFields } from '@fareline/contracts/schemas';
import { Button, today, useBrand } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { useOfferValidity } from '../offer/use-offer-validity.ts';
import { isOfferUnavailable, verifyOfferValidity } from '../offer/verify-offer-validity.ts';
import { ErrorSummary } from './error-summary.tsx';
import { PassengerBlock } from './passenger-block.tsx';
import { getPhoneCountry, clearPassportFields } from './passenger-fields.ts';
import { needsPassports } from './passport-rules.ts';
import { parsePhone } from './phone.ts';

interface PassengerStepProps {
  offer: Offer;
  form: PassengerForm;
  onChange: (form: PassengerForm) => void;
  onDone: () => void;
}

const bannerText = 'Please complete all required passenger information before continuing.';
const fieldsBannerText = 'Please complete all required passenger information fields before continuing.';
const checkEverySeconds = 30;

const isPassportField = (field: string) => (passportFields as readonly string[]).includes(field);

/** (PAX-22, PAX-23) */
function bannerFor(errors: FieldErrors<PassengerForm>, passportsRequired: boolean): string {
  const blocks = Array.isArray(errors.passengers) ? errors.passengers : [];
  const hasOther = blocks.some((block) => Object.keys(block ?? {}).some((field) => !isPassportField(field)));
  return hasOther && !passportsRequired ? fieldsBannerText : bannerText;
}

function getLastFlightDay(offer: Offer): string {
  const last = offer.slices.at(-1);
  const time = last?.segments.at(-1)?.departing_at ?? last?.departure_time;
  return time?.slice(0, 10) ?? today();
}

/** Who travels. (PAX-01 to PAX-27) */
export function PassengerStep({ offer, form: entered, onChange, onDone }: PassengerStepProps) {
  const { passportRoutes } = useBrand();
  const passportsRequired = needsPassports(offer, passportRoutes);
  const rules = useMemo(
    () => ({ passportsRequired, lastFlightDay: getLastFlightDay(offer), today: today() }),
    [offer, passportsRequired],
  );
  const country = getPhoneCountry(offer);
  const form = useForm<PassengerForm>({
    defaultValues: entered,
    resolver: standardSchemaResolver(passengerFormSchema(rules)) as Resolver<PassengerForm>,
    shouldFocusError: false,
  });
  // A new object each time, so that the same text takes the focus again.
  const [banner, setBanner] = useState<{ text: string }>();
  const summary = useRef<HTMLDivElement>(null);
  const focused = useRef<typeof banner>(undefined);
  const polled = useOfferValidity(offer.id, checkEverySeconds);
  const [onSubmit, setOnSubmit] = useState<typeof polled>();
  const check = isOfferUnavailable(onSubmit) ? onSubmit : polled;
  const gone = isOfferUnavailable(check);
  const { errors, isSubmitting } = form.formState;

  const { subscribe, getValues } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => onChange(structuredClone(getValues())) }),
    [subscribe, getValues, onChange],
  );
  // After every render: the first time, the errors arrive one render later than the banner, and the summary with them.
  useEffect(() => {
    if (!banner || focused.current === banner || !summary.current) return;
    focused.current = banner;
    summary.current.focus();
  });

  const refuse = (text: string) => setBanner({ text });

  function refusePhones({ passengers }: PassengerForm): boolean {
    const unread = passengers.flatMap(({ phone }, index) =>
      phone && !parsePhone(phone, country) ? [index] : [],
    );
    for (const index of unread)
      form.setError(`passengers.${index}.phone`, {
        message: 'Please enter a phone number such as +1 212 555 0142',
      });
    return unread.length > 0;
  }

  const submit = form.handleSubmit(
    async (values) => {
      if (refusePhones(values)) return refuse(passportsRequired ? bannerText : fieldsBannerText);
      const result = await verifyOfferValidity(offer.id);
      setOnSubmit(result);
      if (isOfferUnavailable(result)) return;
      setBanner(undefined);
      onChange(values);
      onDone();
    },
    (failed) => refuse(bannerFor(failed, passportsRequired)),
  );
  const skipPassports = () => {
    form.reset(clearPassportFields(form.getValues()), { keepErrors: true });
    void submit();
  };

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      <header>
        <h1 className="booking-heading" data-step-heading tabIndex={-1}>
          Who is travelling?
        </h1>
        <p className="booking-quiet">Enter names as they are in the passport or ID.</p>
      </header>
      {check?.valid === false && <Alert variant={gone ? 'destructive' : 'warning'}>{check.message}</Alert>}
      {banner && Object.keys(errors).length > 0 && (
        <ErrorSummary ref={summary} banner={banner.text} errors={errors} />
      )}
      {passportsRequired && (
        <Alert title="Passports are needed for this flight">
          {offer.passenger_identity_documents_required
            ? 'The airline asks for identity documents of every passenger.'
            : 'It crosses a border: please have every passenger’s passport at hand.'}
        </Alert>
      )}
      {entered.passengers.map((passenger, index) => (
        <PassengerBlock
          key={passenger.id}
          form={form}
          index={index}
          passportsRequired={passportsRequired}
          country={country}
        />
      ))}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {!passportsRequired && (
          <Button variant="secondary" size="large" disabled={gone || isSubmitting} onClick={skipPassports}>
            Skip Passport Info
          </Button>
        )}
        <Button type="submit" size="large" disabled={gone} loading={isSubmitting}>
          {gone ? 'Offer Expired' : 'Continue to Seats'}
        </Button>
      </div>
    </form>
  );
}
