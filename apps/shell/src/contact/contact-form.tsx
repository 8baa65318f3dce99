import { contactTopicLabels, sayAnswerTime, sendContact, type ContactTopic } from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { contactRequestSchema, contactTopics } from '@fareline/contracts/schemas';
import { newsletter } from '@fareline/contracts/promises';
import { Button, Field, Input, Select, Textarea, useBrand } from '@fareline/ui-theme';
import { Alert, Checkbox, getWaitSeconds, SubmitButton } from '@fareline/ui-theme/widgets';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm, type Resolver } from 'react-hook-form';

type ContactRequest = typeof contactRequestSchema._output;

const topicOptions = contactTopics.map((value) => ({ value, label: contactTopicLabels[value] }));

const emptyForm: ContactRequest = {
  name: '',
  email: '',
  phone: '',
  subject: undefined,
  message: '',
  newsletter: false,
};

const notSent = 'Your message was not sent';
const stillHere = 'What you wrote is still here.';

function SentMessage({ topic, onAnother }: { topic: ContactTopic | undefined; onAnother: () => void }) {
  const { content } = useBrand();
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
      {sayAnswerTime(topic, content)}
    </Alert>
  );
}

/** (CONTACT-04 to CONTACT-07) */
export function ContactForm() {
  const { register, control, formState, handleSubmit, reset } = useForm({
    defaultValues: emptyForm,
    resolver: standardSchemaResolver(contactRequestSchema) as Resolver<ContactRequest>,
  });
  const { errors } = formState;
  const send = useMutation({
    mutationFn: (body: ContactRequest) => call(sendContact, { body }),
  });
  if (send.isSuccess) {
    return (
      <SentMessage
        topic={send.variables.subject}
        onAnother={() => {
          reset();
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
              options={topicOptions}
            />
          </Field>
        )}
      />
      <Field className="sm:col-span-full" label="Message" error={errors.message?.message}>
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
