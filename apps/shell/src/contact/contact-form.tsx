import { sendContact } from '@fareline/contracts';
import { call, ResponseError } from '@fareline/contracts/client';
import { contactRequestSchema, contactTopics } from '@fareline/contracts/schemas';
import { Button, Field, Input, Select, Textarea } from '@fareline/ui-theme';
import { Alert, Checkbox } from '@fareline/ui-theme/widgets';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { topicLabels } from './topics.ts';

const emptyValues = { name: '', email: '', phone: '', subject: '', message: '', newsletter: false };
type Values = typeof emptyValues;
type Errors = Partial<Record<keyof Values, string>>;

/** Validates the values with the contract's schema; `errors` are its messages by field. (CONTACT-06) */
function validate(values: Values) {
  const parsed = contactRequestSchema.safeParse({ ...values, subject: values.subject || undefined });
  if (parsed.success) return { request: parsed.data, errors: {} };
  const errors: Errors = {};
  for (const { path, message } of parsed.error.issues) errors[path[0] as keyof Values] ??= message;
  return { errors };
}

function SentMessage({ onAnother }: { onAnother: () => void }) {
  return (
    <Alert
      variant="success"
      title="Your message has arrived"
      action={
        <Button variant="secondary" size="small" onClick={onAnother}>
          Write another one
        </Button>
      }
    >
      We answer by e-mail within 30 minutes.
    </Alert>
  );
}

/** (CONTACT-04 to CONTACT-07) */
export function ContactForm() {
  const [values, setValues] = useState(emptyValues);
  const [errors, setErrors] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);
  const send = useMutation({
    mutationFn: (body: typeof contactRequestSchema._output) => call(sendContact, { body }),
  });
  const setField = (field: Exclude<keyof Values, 'newsletter'>) => (value: string) => {
    setValues((current) => ({ ...current, [field]: value }));
    setErrors((current) => ({ ...current, [field]: undefined }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { request, errors: found } = validate(values);
    setErrors(found);
    if (request) return send.mutate(request);
    const first = Object.keys(values).find((field) => found[field as keyof Values]);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  if (send.isSuccess) {
    return (
      <SentMessage
        onAnother={() => {
          setValues(emptyValues);
          send.reset();
        }}
      />
    );
  }
  const inputProps = (field: Exclude<keyof Values, 'newsletter'>) => ({
    name: field,
    value: values[field],
    onChange: (event: { target: { value: string } }) => setField(field)(event.target.value),
  });
  return (
    <form ref={form} className="contact-form" noValidate onSubmit={submit}>
      <Field label="Name (required)" required error={errors.name}>
        <Input autoComplete="name" {...inputProps('name')} />
      </Field>
      <Field label="Email (required)" required error={errors.email}>
        <Input type="email" autoComplete="email" {...inputProps('email')} />
      </Field>
      <Field label="Phone" error={errors.phone}>
        <Input type="tel" autoComplete="tel" {...inputProps('phone')} />
      </Field>
      <Field label="Subject" error={errors.subject}>
        <Select
          name="subject"
          placeholder="Choose a topic"
          value={values.subject}
          onValueChange={setField('subject')}
          options={contactTopics.map((value) => ({ value, label: topicLabels[value] }))}
        />
      </Field>
      <Field className="contact-form__wide" label="Message" error={errors.message}>
        <Textarea rows={5} {...inputProps('message')} />
      </Field>
      <Checkbox
        className="contact-form__wide"
        label="Send me low fares by e-mail now and then"
        checked={values.newsletter}
        onCheckedChange={(checked) => setValues((current) => ({ ...current, newsletter: checked === true }))}
      />
      {send.isError && (
        <Alert className="contact-form__wide" variant="destructive" title="Your message was not sent">
          {(send.error instanceof ResponseError && send.error.body?.message) || 'Something went wrong.'} What
          you wrote is still here.
        </Alert>
      )}
      <div className="contact-form__wide">
        <Button type="submit" loading={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send message'}
        </Button>
      </div>
    </form>
  );
}
