import { contactTopicLabels, sayAnswerTime, sendContact, type ContactTopic } from '@fareline/contracts';
import { call, getServerMessage, isString, readStored, writeStored } from '@fareline/contracts/client';
import { contactRequestSchema, contactTopics } from '@fareline/contracts/schemas';
import { newsletter } from '@fareline/contracts/promises';
import { Button, Field, Input, Select, Textarea, useBrand } from '@fareline/ui-theme';
import { Alert, Checkbox, getWaitSeconds, SubmitButton } from '@fareline/ui-theme/widgets';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Controller, useForm, useWatch, type Resolver } from 'react-hook-form';
import { useSearchParams } from 'react-router';

type ContactRequest = typeof contactRequestSchema._output;

/** What a message with a topic has to say. */
const messageHints: Partial<Record<ContactTopic, string>> = {
  'price-guarantee':
    'Write your booking reference or your flight, and where and when you saw the lower price.',
};

const emptyForm: ContactRequest = {
  name: '',
  email: '',
  phone: '',
  subject: undefined,
  message: '',
  newsletter: false,
};

const draftKey = 'contactDraft';

/** What was typed in this tab and not sent; a tick for the newsletter is given anew. */
function readDraft(): Partial<ContactRequest> {
  const stored = Object(readStored(draftKey, 'the message')) as Record<string, unknown>;
  const typed = ['name', 'email', 'phone', 'message'].filter((field) => isString(stored[field]));
  return Object.fromEntries(typed.map((field) => [field, stored[field]]));
}

const notSent = 'Your message was not sent';
const stillHere = 'What you wrote is still here.';

/** In sight and with the focus, because it is shorter than the form that it replaces. */
function SentMessage({ topic, onAnother }: { topic: ContactTopic | undefined; onAnother: () => void }) {
  const { content } = useBrand();
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <Alert
      ref={message}
      tabIndex={-1}
      variant="success"
      title="Your message has arrived"
      action={
        <Button variant="secondary" size="small" onClick={onAnother}>
          Write another one
        </Button>
      }
    >
      {sayAnswerTime(topic, content)}
    </Alert>
  );
}

/** The form; a link may choose the topic, `?topic=refund`. (CONTACT-04 to CONTACT-07, HOME-10) */
export function ContactForm() {
  const { claims } = useBrand().content;
  const [searchParams] = useSearchParams();
  const topics = contactTopics.filter((topic) => topic !== 'price-guarantee' || claims.lowestPriceCredit > 0);
  const chosen = topics.find((topic) => topic === searchParams.get('topic'));
  const [draft] = useState(readDraft);
  const { register, control, formState, handleSubmit, reset, subscribe } = useForm({
    defaultValues: { ...emptyForm, subject: chosen, ...draft },
    resolver: standardSchemaResolver(contactRequestSchema) as Resolver<ContactRequest>,
  });
  const { errors } = formState;
  const subject = useWatch({ control, name: 'subject' });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeStored(draftKey, values, 'the message'),
      }),
    [subscribe],
  );
  const send = useMutation({
    mutationFn: (body: ContactRequest) => call(sendContact, { body }),
    onSuccess: () => writeStored(draftKey, undefined, 'the message'),
  });
  if (send.isSuccess) {
    return (
      <SentMessage
        topic={send.variables.subject}
        onAnother={() => {
          reset({ ...emptyForm, subject: chosen });
          send.reset();
        }}
      />
    );
  }
  return (
    <form
      className="grid gap-4 sm:grid-cols-2"
      noValidate
      onSubmit={handleSubmit((values) => send.mutate(values))}
    >
      <Field label="Name (required)" required error={errors.name?.message}>
        <Input autoComplete="name" {...register('name')} />
      </Field>
      <Field label="Email (required)" required error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        <Input type="tel" autoComplete="tel" {...register('phone')} />
      </Field>
      <Controller
        control={control}
        name="subject"
        render={({ field: { value = '', onChange, name, onBlur } }) => (
          <Field label="Subject" error={errors.subject?.message}>
            <Select
              placeholder="Choose a topic"
              value={value}
              onValueChange={onChange}
              name={name}
              onBlur={onBlur}
              options={topics.map((topic) => ({ value: topic, label: contactTopicLabels[topic] }))}
            />
          </Field>
        )}
      />
      <Field
        className="sm:col-span-full"
        label="Message"
        hint={subject && messageHints[subject]}
        error={errors.message?.message}
      >
        <Textarea rows={5} {...register('message')} />
      </Field>
      <Controller
        control={control}
        name="newsletter"
        render={({ field: { value, onChange } }) => (
          <Checkbox
            className="sm:col-span-full"
            label={newsletter}
            checked={value}
            onCheckedChange={(checked) => onChange(checked === true)}
          />
        )}
      />
      {send.isError && getWaitSeconds(send.error) === 0 && (
        <Alert className="sm:col-span-full" variant="destructive" title={notSent}>
          {getServerMessage(send.error) ?? 'Something went wrong.'} {stillHere}
        </Alert>
      )}
      <div className="grid gap-4 sm:col-span-full">
        <SubmitButton
          className="justify-self-start"
          request={send}
          waitTitle={notSent}
          meanwhile={`${stillHere} If it is urgent, please call us.`}
        >
          {send.isPending ? 'Sending...' : 'Send message'}
        </SubmitButton>
      </div>
    </form>
  );
}
