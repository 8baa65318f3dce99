import { getCheckInState, type Offer, type PassengerForm, type SavedTraveller } from '@fareline/contracts';
import {
  getLastArrivalDay,
  getLastFlightDay,
  passengerFormSchema,
  passportFields,
} from '@fareline/contracts/schemas';
import { currentUserQueryOptions } from '@fareline/contracts/client';
import { today } from '@fareline/presentation/formats';
import { announce, Button, focusFirstInvalid, useBrand } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { offerValidityQueryOptions } from '../offer/offer-queries.ts';
import { ExpiredOfferAlert } from '../offer/expired-offer-alert.tsx';
import { useExpiryWarning } from '../offer/use-expiry-warning.ts';
import { isOfferUnavailable, validityMessages, verifyOfferValidity } from '../offer/verify-offer-validity.ts';
import { ErrorSummary, fieldId } from './error-summary.tsx';
import { MinorsConsent } from './minors-consent.tsx';
import { PassengerBlock } from './passenger-block.tsx';
import { clearPassportFields } from './passenger-fields.ts';
import { needsPassports } from './passport-rules.ts';
import type { RefusedField } from '../payment/failures.ts';
import type { ReadPhone } from './phone.ts';
import { findReplaced, getTravellerName, toFields, useSavedTravellers } from './saved-travellers.ts';

interface PassengerStepProps {
  offer: Offer;
  form: PassengerForm;
  readPhone: ReadPhone;
  /** By passenger: whether a reload has cleared a passport. */
  lostPassports: readonly boolean[];
  /** What the airline did not take of an earlier booking request. */
  refusedFields: readonly RefusedField[];
  onChange: (form: PassengerForm) => void;
  onDone: () => void;
  onLeave: () => void;
}

const bannerText = 'Please complete all required passenger information before continuing.';
const fieldsBannerText = 'Please complete all required passenger information fields before continuing.';
const correctBannerText = 'Please correct what is marked before continuing.';
const refusedBannerText = 'The airline did not take the booking. Nothing was charged. Please correct:';
const checkIntervalSeconds = 30;

const isPassportField = (field: string) => (passportFields as readonly string[]).includes(field);

/** Text above the error summary: that all is to be filled in, unless it is, and something else is wrong. (PAX-22, PAX-23) */
function bannerFor(
  errors: FieldErrors<PassengerForm>,
  form: PassengerForm,
  passportsRequired: boolean,
): string {
  const blocks = Array.isArray(errors.passengers) ? errors.passengers : [];
  const fields = blocks.flatMap((block, index) =>
    Object.keys(block ?? {}).map((name) => ({ name, value: Object(form.passengers[index])[name] })),
  );
  if (fields.every(({ value }) => Boolean(value))) return correctBannerText;
  const hasOther = fields.some(({ name }) => !isPassportField(name));
  return hasOther && !passportsRequired ? fieldsBannerText : bannerText;
}

/** Passenger details. (PAX-01 to PAX-27) */
export function PassengerStep({
  offer,
  form: initialForm,
  readPhone,
  lostPassports,
  refusedFields,
  onChange,
  onDone,
  onLeave,
}: PassengerStepProps) {
  const { passportRoutes } = useBrand();
  const passportsRequired = needsPassports(offer, passportRoutes);
  const lastArrivalDay = getLastArrivalDay(offer) ?? today();
  const [firstSlice] = offer.slices;
  const isCheckInAhead = firstSlice !== undefined && getCheckInState(firstSlice, new Date()) === 'later';
  const lastFlightDay = getLastFlightDay(offer) ?? today();
  const schema = useMemo(() => {
    const isPhone = (phone: string, { passportIssuingCountry = '' }: { passportIssuingCountry?: string }) =>
      readPhone({ phone, passportIssuingCountry }) !== undefined;
    return passengerFormSchema({ passportsRequired, slices: offer.slices, today: today(), isPhone });
  }, [passportsRequired, offer.slices, readPhone]);
  const form = useForm<PassengerForm>({
    defaultValues: initialForm,
    resolver: standardSchemaResolver(schema) as Resolver<PassengerForm>,
    shouldFocusError: false,
  });
  const [banner, setBanner] = useState<string>();
  const { data: polledCheck } = useQuery(offerValidityQueryOptions(offer.id, checkIntervalSeconds));
  const [submitCheck, setSubmitCheck] = useState<typeof polledCheck>();
  const check = isOfferUnavailable(submitCheck) ? submitCheck : polledCheck;
  const isUnavailable = isOfferUnavailable(check);
  useExpiryWarning(check);
  const { errors, isSubmitting, isSubmitSuccessful, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0 && !isSubmitSuccessful && element.current) focusFirstInvalid(element.current);
  }, [submitCount, isSubmitSuccessful]);

  const { subscribe, getValues, setValue } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => onChange(structuredClone(getValues())) }),
    [subscribe, getValues, onChange],
  );
  const { data: user } = useQuery(currentUserQueryOptions);
  const ownEmail = user?.email ?? '';
  useEffect(() => {
    if (ownEmail && getValues('passengers.0.email') === '') setValue('passengers.0.email', ownEmail);
  }, [ownEmail, getValues, setValue]);

  const { travellers, save } = useSavedTravellers();
  /** By passenger: the saved traveller that was chosen last. */
  const [chosenIds, setChosenIds] = useState<Record<number, string>>({});
  /** By passenger: whether to save them. */
  const [savings, setSavings] = useState<Record<number, boolean>>({});

  const choose = (index: number, traveller: SavedTraveller) => {
    setChosenIds((ids) => ({ ...ids, [index]: traveller.id }));
    const name = `passengers.${index}` as const;
    setValue(name, { ...getValues(name), ...toFields(traveller) });
    form.clearErrors(name);
    if (form.formState.isSubmitted) void form.trigger(name);
    announce(`Passenger ${index + 1} is filled in with ${getTravellerName(traveller)}`);
    // The focus moves to the first field that is still empty, or is not right any more, such as an expired passport.
    const issue = schema.safeParse(getValues()).error?.issues.find(({ path }) => path[1] === index);
    if (issue) document.getElementById(fieldId(index, String(issue.path[2])))?.focus();
  };
  const saveChosen = ({ passengers }: PassengerForm) =>
    save(
      passengers.flatMap((fields, index) =>
        travellers && savings[index]
          ? [{ fields, replaced: findReplaced(travellers, fields, chosenIds[index]) }]
          : [],
      ),
    );

  const { setError } = form;
  useEffect(() => {
    if (refusedFields.length === 0) return;
    for (const { index, field, message } of refusedFields)
      setError(`passengers.${index}.${field}`, { message });
    setBanner(refusedBannerText);
    if (element.current) focusFirstInvalid(element.current);
  }, [refusedFields, setError]);

  const submit = form.handleSubmit(
    async (values) => {
      const result = await verifyOfferValidity(offer.id);
      setSubmitCheck(result);
      if (isOfferUnavailable(result)) return;
      setBanner(undefined);
      onChange(values);
      onDone();
      void saveChosen(values);
    },
    (invalid) => setBanner(bannerFor(invalid, getValues(), passportsRequired)),
  );
  const skipPassports = () => {
    form.reset(clearPassportFields(form.getValues()), { keepErrors: true });
    void submit();
  };

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      <header>
        <h1 className="page-heading outline-offset-4" data-step-heading tabIndex={-1}>
          Who is travelling?
        </h1>
        <p className="caption-text">Enter names as they are in the passport or ID.</p>
      </header>
      <ExpiredOfferAlert check={check} onLeave={onLeave} />
      {check?.valid === false && !isUnavailable && <Alert variant="warning">{validityMessages.failed}</Alert>}
      {banner && Object.keys(errors).length > 0 && <ErrorSummary banner={banner} errors={errors} />}
      {passportsRequired && (
        <Alert title="Passports are needed for this flight">
          {offer.passenger_identity_documents_required
            ? 'The airline asks for identity documents of every passenger.'
            : 'It crosses a border: please have every passenger’s passport at hand.'}
        </Alert>
      )}
      {initialForm.passengers.map((passenger, index) => (
        <PassengerBlock
          key={passenger.id}
          form={form}
          index={index}
          passportsRequired={passportsRequired}
          isPassportLost={lostPassports[index] === true}
          lastArrivalDay={lastArrivalDay}
          isCheckInAhead={isCheckInAhead}
          readPhone={readPhone}
          saved={
            travellers && {
              travellers,
              lastFlightDay,
              chosenId: chosenIds[index],
              onChoose: (traveller) => choose(index, traveller),
              isSaving: savings[index] === true,
              onSavingChange: (isSaving) => setSavings((all) => ({ ...all, [index]: isSaving })),
            }
          }
        />
      ))}
      <MinorsConsent form={form} slices={offer.slices} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end sm:text-end">
        {/* The button is enabled for an expired offer, so that it keeps the focus. */}
        {!passportsRequired && (
          <Button
            variant="secondary"
            size="large"
            aria-disabled={isUnavailable || isSubmitting || undefined}
            onClick={skipPassports}
          >
            Skip Passport Info
          </Button>
        )}
        <Button type="submit" size="large" aria-disabled={isUnavailable || undefined} loading={isSubmitting}>
          {isUnavailable ? 'Offer Expired' : 'Continue to Seats'}
        </Button>
      </div>
    </form>
  );
}
