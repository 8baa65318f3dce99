import {
  listTravellers,
  saveTraveller,
  type BodyOf,
  type PassengerFields,
  type SavedTraveller,
} from '@fareline/contracts';
import { call, currentUserQueryOptions, getServerMessage } from '@fareline/contracts/client';
import { isOfType, passportFields } from '@fareline/contracts/schemas';
import { toast } from '@fareline/ui-theme';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const personFields = ['title', 'gender', 'firstName', 'lastName', 'dateOfBirth'] as const;
const travellerFields = [...personFields, ...passportFields];

export const getTravellerName = ({ firstName, lastName }: Pick<SavedTraveller, 'firstName' | 'lastName'>) =>
  `${firstName.trim()} ${lastName.trim()}`;

/** What a saved traveller brings into the form; contact data stays. */
export const toFields = (traveller: SavedTraveller): Partial<PassengerFields> =>
  Object.fromEntries(travellerFields.map((field) => [field, traveller[field] ?? '']));

type Identity = Pick<PassengerFields, 'firstName' | 'lastName' | 'dateOfBirth'>;

const hasSameName = (traveller: Identity, fields: Identity) =>
  getTravellerName(traveller) === getTravellerName(fields);
const hasSameBirthDate = (traveller: Identity, fields: Identity) =>
  traveller.dateOfBirth === fields.dateOfBirth;

/** Whether the fields of a passenger are those of a saved traveller. */
export const isChosen = (traveller: SavedTraveller, fields: PassengerFields): boolean =>
  hasSameName(traveller, fields) && hasSameBirthDate(traveller, fields);

/** The saved travellers whose age on the last flight is that of a passenger type. (PROVIDER-38) */
export const findFitting = (
  travellers: readonly SavedTraveller[],
  { type }: Pick<PassengerFields, 'type'>,
  lastFlightDay: string,
): SavedTraveller[] => travellers.filter(({ dateOfBirth }) => isOfType(type, dateOfBirth, lastFlightDay));

/**
 * The saved traveller that saving a passenger replaces: the same person, or the one that was chosen and has since got another name or
 * another birth date. A passenger who differs in both is another person.
 */
export const findReplaced = (
  travellers: readonly SavedTraveller[],
  fields: PassengerFields,
  chosenId: string | undefined,
): SavedTraveller | undefined =>
  travellers.find((traveller) => isChosen(traveller, fields)) ??
  travellers.find(
    (traveller) =>
      traveller.id === chosenId && (hasSameName(traveller, fields) || hasSameBirthDate(traveller, fields)),
  );

/** A passport that was left out of this booking stays saved. */
function toTraveller(
  fields: PassengerFields,
  replaced: SavedTraveller | undefined,
): BodyOf<typeof saveTraveller> {
  const { firstName, lastName, dateOfBirth } = fields;
  const passport = replaced && fields.passportNumber === '' ? replaced : fields;
  return {
    ...{ title: fields.title, gender: fields.gender, firstName, lastName, dateOfBirth },
    ...Object.fromEntries(passportFields.map((field) => [field, passport[field] ?? ''])),
  };
}

/** A passenger to save, and the saved traveller that it replaces. */
export interface ToSave {
  fields: PassengerFields;
  replaced: SavedTraveller | undefined;
}

/**
 * The saved travellers of the signed-in user; undefined for a guest, and as long as they cannot be read. `save` says in a toast how it
 * went and never throws, because the booking goes on either way.
 */
export function useSavedTravellers() {
  const queryClient = useQueryClient();
  const { data: user } = useQuery(currentUserQueryOptions);
  const queryKey = [listTravellers.path, user?.id];
  const { data: travellers } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listTravellers, { signal }),
    enabled: Boolean(user),
    retry: false,
  });

  async function save(passengers: readonly ToSave[]): Promise<void> {
    if (passengers.length === 0) return;
    const outcomes = await Promise.allSettled(
      passengers.map(({ fields, replaced }) =>
        call(saveTraveller, {
          params: { id: replaced?.id ?? crypto.randomUUID() },
          body: toTraveller(fields, replaced),
        }),
      ),
    );
    void queryClient.invalidateQueries({ queryKey });
    const failed = outcomes.findIndex(({ status }) => status === 'rejected');
    const names = passengers.map(({ fields }) => getTravellerName(fields));
    if (failed < 0) {
      toast({ title: 'Saved for your next booking', description: names.join(', ') });
      return;
    }
    const { reason } = outcomes[failed] as PromiseRejectedResult;
    const cause = getServerMessage(reason) ?? 'Nothing answered.';
    toast({
      title: 'Not saved for your next booking',
      description: `${names[failed]}: ${cause} Your booking goes on as it is.`,
      variant: 'destructive',
    });
  }

  return { travellers: user ? travellers : undefined, save };
}
