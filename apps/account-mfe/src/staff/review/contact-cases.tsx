import {
  closeContactCase,
  contactCaseDays,
  listContactCases,
  type ContactCase,
  type ContactCaseKind,
} from '@fareline/contracts';
import { call, getServerMessage } from '@fareline/contracts/client';
import { formatInstant } from '@fareline/presentation/formats';
import { Button, Sentence, Tabs, TabsContent, TabsList, TabsTrigger, toast } from '@fareline/ui-theme';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConfirmationRequired, useConfirmation } from '../../confirm-password/use-confirmation.tsx';
import { StaffTable, type Column } from '../layout/staff-table.tsx';
import { PagedList } from './paged-list.tsx';
import { contactCasesQueryOptions, type ContactCaseStatus } from './review-queries.ts';

const kinds: Record<ContactCaseKind, { label: string; effect: string }> = {
  'price-guarantee': {
    label: 'Lowest-price guarantee',
    effect:
      'Compare the prices and write to the traveller. Done once they have the match and the credit, or know why not.',
  },
  newsletter: {
    label: 'Newsletter',
    effect: 'Done once the address is on the list with the day of its consent, or is not to be on it.',
  },
};

const emptyStates = {
  open: { title: 'Nothing asked for', text: 'No price match and no newsletter waits for a person.' },
  closed: { title: 'Nothing done yet', text: `What was done is listed here for ${contactCaseDays} days.` },
} satisfies Record<ContactCaseStatus, object>;

/** What travellers ask of support with the contact form, the oldest first, and what is done. (HOME-10, CONTACT-04, PROMISE-07) */
export function ContactCases() {
  return (
    <section aria-labelledby="contact-cases" className="grid gap-4">
      <h2 id="contact-cases" className="section-heading">
        Requests
      </h2>
      <Tabs defaultValue="open">
        <TabsList aria-label="Requests">
          <TabsTrigger value="open">Open</TabsTrigger>
          <TabsTrigger value="closed">Done</TabsTrigger>
        </TabsList>
        {(['open', 'closed'] as const).map((status) => (
          <TabsContent key={status} value={status}>
            <CaseList status={status} />
          </TabsContent>
        ))}
      </Tabs>
    </section>
  );
}

function CaseList({ status }: { status: ContactCaseStatus }) {
  const [cursor, setCursor] = useState<string>();
  return (
    <PagedList
      request={useQuery(contactCasesQueryOptions(status, cursor))}
      failedTitle="The requests could not be loaded"
      loading="Loading the requests..."
      empty={emptyStates[status]}
      getItems={({ cases }) => cases}
      getTotal={({ total }) => total}
      describeTotal={(total) =>
        `${total} ${total === 1 ? 'request' : 'requests'} ${status === 'closed' ? 'done' : 'open'}`
      }
      cursor={cursor}
      onPageChange={setCursor}
    >
      {(cases) => (
        <StaffTable
          label={`Requests, ${status}`}
          columns={columns}
          rows={cases}
          getKey={({ id }) => id}
          actions={(contactCase) => !contactCase.closedAt && <CloseRequest contactCase={contactCase} />}
        />
      )}
    </PagedList>
  );
}

const columns: readonly Column<ContactCase>[] = [
  { label: 'Request', cell: ({ kind }) => <strong>{kinds[kind].label}</strong> },
  {
    label: 'From',
    cell: ({ name, email }) => (
      <span translate="no">
        {name}, {email}
      </span>
    ),
    className: 'wrap-anywhere',
  },
  {
    label: 'What to do',
    cell: ({ kind, message, closedAt }) => (
      <>
        {message && <p className="whitespace-pre-line">{message}</p>}
        {!closedAt && <p className="caption-text">{kinds[kind].effect}</p>}
      </>
    ),
    className: 'wrap-anywhere',
  },
  {
    label: 'State',
    cell: ({ brand, openedAt, closedAt, closedBy }) => (
      <Sentence>
        {`${brand}, asked for ${formatInstant(openedAt)}`}
        {closedAt && `, done ${formatInstant(closedAt)} by ${closedBy ?? 'nobody'}`}
      </Sentence>
    ),
  },
];

/** Says that a request is done. */
function CloseRequest({ contactCase }: { contactCase: ContactCase }) {
  const { id, kind, email } = contactCase;
  const queryClient = useQueryClient();
  const { withConfirmation, dialog } = useConfirmation();
  const close = useMutation({
    mutationFn: () => withConfirmation(() => call(closeContactCase, { params: { id } })),
    onSuccess: ({ message: title }) => toast({ title }),
    // Required after the dialog that asks for it was closed.
    onError: (error) =>
      !isConfirmationRequired(error) &&
      toast({
        variant: 'destructive',
        title: 'Not closed',
        description: getServerMessage(error) ?? 'Nothing answered. Please try again.',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listContactCases.path] }),
  });
  return (
    <>
      <Button variant="secondary" loading={close.isPending} onClick={() => close.mutate()}>
        Done{' '}
        <span className="sr-only">
          with {kinds[kind].label} for {email}
        </span>
      </Button>
      {dialog}
    </>
  );
}
